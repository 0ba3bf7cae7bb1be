import {
  AudioSample,
  AudioSampleSource,
  CanvasSource,
  getFirstEncodableAudioCodec,
  getFirstEncodableVideoCodec,
  Mp4OutputFormat,
  NullTarget,
  Output,
  Quality,
} from 'mediabunny';
import { frame } from '../layout/arrange.ts';
import { sampleRate } from '../sound/mix.ts';
import type { Piece } from './recorder-link.ts';

export const frameRate = 25;

/** Seconds from one key frame to the next, and so the length of a fragment and the most that a crash can cost. */
const keyFrameInterval = 1;

/** Faces and slides at 720p stay sharp with so many bits a second, and an hour is less than a gigabyte. */
const videoQuality = new Quality({ bitrate: 1_800_000 });
const audioQuality = new Quality({ bitrate: 96_000 });

/** Fragmented MP4 in the making: `onPiece` is given the initialisation segment, then a fragment a second. */
export class Film {
  readonly #output: Output;
  readonly #video: CanvasSource;
  readonly #audio: AudioSampleSource;
  readonly #keyFrames: number[] = [];
  readonly #onPiece: (piece: Piece) => void;
  #head: Uint8Array[] = [];
  #moof: Uint8Array | undefined;
  #end = 0;
  #nextKeyFrame = 0;
  #isBusy = false;

  static async start(canvas: OffscreenCanvas, onPiece: (piece: Piece) => void): Promise<Film> {
    const video = await getFirstEncodableVideoCodec(['avc', 'vp9', 'av1'], { ...frame, quality: videoQuality });
    const audio = await getFirstEncodableAudioCodec(['aac', 'opus'], {
      numberOfChannels: 2,
      sampleRate,
      quality: audioQuality,
    });
    if (video === null || audio === null)
      throw new Error('this browser encodes neither H.264, VP9 nor AV1, or no sound');
    const film = new Film(
      new CanvasSource(canvas, {
        codec: video,
        quality: videoQuality,
        keyFrameInterval: 3600, // asked for one by one below, so that fragments begin at whole seconds
        latencyMode: 'realtime',
        contentHint: 'motion',
      }),
      new AudioSampleSource({ codec: audio, quality: audioQuality }),
      onPiece,
    );
    await film.#output.start();
    return film;
  }

  private constructor(video: CanvasSource, audio: AudioSampleSource, onPiece: (piece: Piece) => void) {
    this.#video = video;
    this.#audio = audio;
    this.#onPiece = onPiece;
    const format = new Mp4OutputFormat({
      fastStart: 'fragmented',
      // Below a second, so that rounding cannot make it two.
      minimumFragmentDuration: keyFrameInterval * 0.9,
      onFtyp: (bytes) => this.#head.push(bytes),
      onMoov: (bytes) => this.#giveHead(bytes),
      onMoof: (bytes) => {
        this.#moof = bytes;
      },
      onMdat: (bytes) => this.#giveFragment(bytes),
    });
    this.#output = new Output({ format, target: new NullTarget() });
    this.#output.addVideoTrack(video, { frameRate });
    this.#output.addAudioTrack(audio);
  }

  /** Takes the canvas as it is now, or leaves this frame out while the encoder is behind. `time` is in seconds. */
  async addFrame(time: number): Promise<boolean> {
    if (this.#isBusy) return false;
    this.#isBusy = true;
    const keyFrame = time >= this.#nextKeyFrame;
    if (keyFrame) {
      this.#keyFrames.push(time);
      this.#nextKeyFrame = (Math.floor(time / keyFrameInterval + 1e-6) + 1) * keyFrameInterval;
    }
    this.#end = time + 1 / frameRate;
    await this.#video.add(time, 1 / frameRate, { keyFrame });
    this.#isBusy = false;
    return true;
  }

  /** Samples of the left channel, then those of the right one; undefined for silence. */
  async addSound(time: number, frames: number, samples?: Float32Array<ArrayBuffer>): Promise<void> {
    const data = samples ?? new Float32Array(2 * frames);
    const sample = new AudioSample({ data, format: 'f32-planar', numberOfChannels: 2, sampleRate, timestamp: time });
    await this.#audio.add(sample);
    sample.close();
  }

  /** Resolves when the last piece was given. */
  finish(): Promise<void> {
    return this.#output.finalize();
  }

  #giveHead(moov: Uint8Array): void {
    this.#onPiece({ kind: 'init', bytes: joined([...this.#head, moov]), time: 0, duration: 0 });
    this.#head = [];
  }

  #giveFragment(mdat: Uint8Array): void {
    if (this.#moof === undefined) return;
    // It begins with a key frame and lasts until the next one, which is in the encoder already, or to the end.
    const time = this.#keyFrames.shift() ?? this.#end;
    const end = this.#keyFrames[0] ?? this.#end;
    this.#onPiece({ kind: 'media', bytes: joined([this.#moof, mdat]), time, duration: end - time });
  }
}

function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let position = 0;
  for (const part of parts) {
    all.set(part, position);
    position += part.length;
  }
  return all;
}
