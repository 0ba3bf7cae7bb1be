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
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        if (track !== this.#track) {
          value.close();
          return;
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
