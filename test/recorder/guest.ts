import {
  AudioFrame,
  AudioSource,
  LocalAudioTrack,
  LocalVideoTrack,
  Room,
  TrackPublishOptions,
  TrackSource,
  VideoBufferType,
  VideoFrame,
  VideoSource,
} from '@livekit/rtc-node';
import type { Rgb } from './read-film.ts';
import type { Invitation } from './room.ts';

/** Somebody without a browser, by LiveKit's client for Node: a colour for a camera and a tone for a voice. */
export type Guest = {
  readonly room: Room;
  film(colour: Rgb): Promise<void>;
  /** Takes the camera away. */
  hide(): Promise<void>;
  speak(hertz: number): Promise<void>;
  share(colour: Rgb): Promise<void>;
  unshare(): Promise<void>;
  leave(): Promise<void>;
};

const sampleRate = 48_000;
const frameRate = 10;

const optionsFor = (source: TrackSource): TrackPublishOptions => {
  const options = new TrackPublishOptions();
  options.source = source;
  options.simulcast = false;
  return options;
};

/** One colour, with a small mark that moves, as a codec sends nothing of what stands still. */
const picture = ([red, green, blue]: Rgb, width: number, height: number, count: number): VideoFrame => {
  const data = new Uint8Array(width * height * 4);
  const pixels = new Uint32Array(data.buffer);
  pixels.fill(((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0);
  const left = (count * 8) % (width - 8);
  for (let row = 0; row < 8; row++) pixels.fill(0xffffffff, row * width + left, row * width + left + 8);
  return new VideoFrame(data, width, height, VideoBufferType.RGBA);
};

export const enterAsGuest = async (
  { url, token }: Invitation,
  onEnd: (undo: () => Promise<void>) => void,
): Promise<Guest> => {
  const room = new Room();
  await room.connect(url, token, { autoSubscribe: false, dynacast: false });
  const self = room.localParticipant;
  if (self === undefined) throw new Error('nobody has entered');
  const running = new Map<string, NodeJS.Timeout>();
  const published: { camera?: string; screen?: string } = {};
  let hasLeft = false;

  const publish = async (source: TrackSource, colour: Rgb, width: number, height: number) => {
    const frames = new VideoSource(width, height);
    const track = LocalVideoTrack.createVideoTrack(TrackSource[source], frames);
    const { sid } = await self.publishTrack(track, optionsFor(source));
    if (sid === undefined) throw new Error('nothing was published');
    let count = 0;
    running.set(
      sid,
      setInterval(() => frames.captureFrame(picture(colour, width, height, count++)), 1000 / frameRate),
    );
    return sid;
  };
  const withdraw = async (sid: string | undefined): Promise<void> => {
    if (sid === undefined) return;
    clearInterval(running.get(sid));
    await self.unpublishTrack(sid);
  };
  const leave = async (): Promise<void> => {
    if (hasLeft) return;
    hasLeft = true;
    for (const timer of running.values()) clearInterval(timer);
    await room.disconnect();
  };
  onEnd(leave);
  return {
    room,
    film: async (colour) => {
      published.camera = await publish(TrackSource.SOURCE_CAMERA, colour, 480, 270);
    },
    hide: () => withdraw(published.camera),
    speak: async (hertz) => {
      const source = new AudioSource(sampleRate, 1, 200);
      const track = LocalAudioTrack.createAudioTrack('voice', source);
      await self.publishTrack(track, optionsFor(TrackSource.SOURCE_MICROPHONE));
      void sing(source, hertz, () => hasLeft);
    },
    share: async (colour) => {
      published.screen = await publish(TrackSource.SOURCE_SCREENSHARE, colour, 960, 540);
    },
    unshare: () => withdraw(published.screen),
    leave,
  };
};

const sing = async (source: AudioSource, hertz: number, isOver: () => boolean): Promise<void> => {
  const samples = sampleRate / 100;
  for (let position = 0; !isOver(); position += samples) {
    const data = Int16Array.from({ length: samples }, (_, index) =>
      Math.round(8000 * Math.sin((2 * Math.PI * hertz * (position + index)) / sampleRate)),
    );
    await source.captureFrame(new AudioFrame(data, sampleRate, 1, samples)).catch(() => undefined);
  }
};
