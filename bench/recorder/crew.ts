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

const width = 1280;
const height = 720;
const frameRate = 25;
const sampleRate = 48_000;

/** Some pictures with a pattern that moves, made beforehand: making them is no part of the measurement. */
const pictures = (shade: number): VideoFrame[] =>
  Array.from({ length: 8 }, (_, index) => {
    const pixels = new Uint32Array(width * height);
    for (let at = 0; at < pixels.length; at++) {
      const x = (at % width) + index * 16;
      const y = Math.floor(at / width);
      pixels[at] = (0xff000000 | (((x ^ y) & 0xff) << 8) | (shade ^ (x & 0x7f))) >>> 0;
    }
    return new VideoFrame(new Uint8Array(pixels.buffer), width, height, VideoBufferType.RGBA);
  });

const optionsFor = (source: TrackSource): TrackPublishOptions => {
  const options = new TrackPublishOptions();
  options.source = source;
  return options;
};

/** Somebody with a 720p camera at 25 frames a second and a voice. */
export const startPerson = async (url: string, token: string, shade: number): Promise<{ stop(): Promise<void> }> => {
  const room = new Room();
  await room.connect(url, token, { autoSubscribe: false, dynacast: false });
  const frames = new VideoSource(width, height);
  const voice = new AudioSource(sampleRate, 1, 200);
  const [camera, microphone] = [
    LocalVideoTrack.createVideoTrack('camera', frames),
    LocalAudioTrack.createAudioTrack('voice', voice),
  ];
  await room.localParticipant?.publishTrack(camera, optionsFor(TrackSource.SOURCE_CAMERA));
  await room.localParticipant?.publishTrack(microphone, optionsFor(TrackSource.SOURCE_MICROPHONE));
  const film = pictures(shade);
  let count = 0;
  let isOver = false;
  const timer = setInterval(() => {
    const picture = film[count++ % film.length];
    if (picture !== undefined) frames.captureFrame(picture);
  }, 1000 / frameRate);
  const noise = Int16Array.from({ length: sampleRate / 100 }, (_, index) => (index * 7919) % 4000);
  const speak = async (): Promise<void> => {
    while (!isOver) await voice.captureFrame(new AudioFrame(noise, sampleRate, 1, noise.length)).catch(() => {});
  };
  const spoken = speak();
  return {
    stop: async () => {
      isOver = true;
      clearInterval(timer);
      await spoken;
      await room.disconnect();
    },
  };
};
