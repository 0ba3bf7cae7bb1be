/**
 * For so long, in milliseconds, black frames are not believed: a camera that is switched off sends one or two of them before
 * anybody is told.
 */
const blackDoubted = 800;

/**
 * The moving picture of one tile. It keeps the last frame until another one is there: when the track ends, when the
 * connection is lost, and when the camera comes back as another track. So nothing flashes.
 */
export class Picture {
  #track: MediaStreamTrack | undefined;
  #frame: VideoFrame | undefined;
  #isOn = false;
  #hasNews = false;

  /** The track to follow; undefined when the camera is off. */
  follow(track: MediaStreamTrack | undefined): void {
    if (track === this.#track) return;
    this.#track = track;
    if (track === undefined) this.#isOn = false;
    else void this.#read(track);
  }

  /** Keeps the picture as it is, on its way out. */
  freeze(): void {
    this.#track = undefined;
  }

  /** Whether there is a picture to show, rather than an initial. A new camera is on from its first frame. */
  get isOn(): boolean {
    return this.#isOn;
  }

  /** The latest frame; it stays after the camera has been switched off. */
  get frame(): VideoFrame | undefined {
    return this.#frame;
  }

  /** Whether a frame came since the last time that this was asked. */
  takeNews(): boolean {
    const hasNews = this.#hasNews;
    this.#hasNews = false;
    return hasNews;
  }

  close(): void {
    this.follow(undefined);
    this.#frame?.close();
    this.#frame = undefined;
  }

  async #read(track: MediaStreamTrack): Promise<void> {
    // Of its own, so that ending it leaves LiveKit's track alone.
    const own = track.clone();
    const reader = new MediaStreamTrackProcessor({
      track: own as MediaStreamVideoTrack,
      maxBufferSize: 1,
    }).readable.getReader();
    let blackSince: number | undefined;
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        blackSince = (await isBlack(value)) ? (blackSince ?? performance.now()) : undefined;
        if (track !== this.#track) {
          value.close();
          return;
        }
        if (blackSince !== undefined && performance.now() - blackSince < blackDoubted) {
          value.close();
          continue;
        }
        this.#frame?.close();
        this.#frame = value;
        this.#isOn = true;
        this.#hasNews = true;
      }
    } finally {
      own.stop();
      reader.releaseLock();
    }
  }
}

const darkest = 18; // of 255; black is 16 in video, and codecs round

/** Whether a frame is black throughout, by its brightness on a line in the middle: a dark room is not so dark. */
async function isBlack(frame: VideoFrame): Promise<boolean> {
  if (frame.format === null || !/^(I420|NV12)/.test(frame.format)) return false;
  const width = frame.codedWidth & ~1;
  const line = { x: 0, y: (frame.codedHeight >> 1) & ~1, width, height: 2 };
  const bytes = new Uint8Array(frame.allocationSize({ rect: line }));
  await frame.copyTo(bytes, { rect: line });
  return bytes.subarray(0, 2 * width).every((brightness) => brightness <= darkest);
}
