import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { temporaryFolder } from '../../server/embedded/testing/processes.ts';
import type { Fragment } from '../../server/recorder/capture/capture.ts';

const run = promisify(execFile);
const megabytes = 2 ** 20;

export type Rgb = readonly [red: number, green: number, blue: number];

/** A part of the picture, in pixels of 1280 × 720. */
export type Spot = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** A recording as ffmpeg reads it. */
export type Film = {
  readonly file: string;
  readonly video: { codec: string; width: number; height: number; seconds: number; frames: number };
  readonly audio: { codec: string; sampleRate: number; channels: number; seconds: number };
  /** The mean colour of a spot in each frame, by its time in seconds. */
  colours(spot: Spot): Promise<{ time: number; colour: Rgb }[]>;
  /** The sound, both channels as one, 48,000 samples a second. */
  sound(): Promise<Float32Array>;
};

type Stream = {
  codec_type: string;
  codec_name: string;
  width: number;
  height: number;
  sample_rate: string;
  channels: number;
  duration: string;
  nb_read_packets: string;
};

export const readFilm = async (fragments: readonly Fragment[]): Promise<Film> => {
  // KEEP_FILMS: a folder for whoever wants to look at them.
  const file = join(
    process.env.KEEP_FILMS ?? (await temporaryFolder()),
    `${expect.getState().testPath?.replace(/.*\//, '')}-${Date.now()}.mp4`,
  );
  await writeFile(file, Buffer.concat(fragments.map(({ bytes }) => bytes)));
  const probe = ['-v', 'error', '-count_packets', '-show_streams', '-of', 'json', file];
  const { streams } = JSON.parse((await run('ffprobe', probe)).stdout) as { streams: Stream[] };
  const [video, audio] = ['video', 'audio'].map((type) => streams.find(({ codec_type }) => codec_type === type));
  if (video === undefined || audio === undefined) throw new Error('the recording lacks picture or sound');
  return {
    file,
    video: {
      codec: video.codec_name,
      width: video.width,
      height: video.height,
      seconds: Number(video.duration),
      frames: Number(video.nb_read_packets),
    },
    audio: {
      codec: audio.codec_name,
      sampleRate: Number(audio.sample_rate),
      channels: audio.channels,
      seconds: Number(audio.duration),
    },
    colours: (spot) => coloursOf(file, spot),
    sound: () => soundOf(file),
  };
};

const decode = async (args: string[]): Promise<Buffer> => {
  const all = ['-v', 'error', '-nostdin', '-threads', '1', ...args, 'pipe:1'];
  return (await run('ffmpeg', all, { encoding: 'buffer', maxBuffer: 200 * megabytes })).stdout;
};

/** As `Film.colours`, of any file that ffmpeg reads. */
export const coloursOf = async (
  file: string,
  { x, y, width, height }: Spot,
): Promise<{ time: number; colour: Rgb }[]> => {
  const filter = `crop=${width}:${height}:${x}:${y},scale=1:1:flags=area`;
  const pixels = await decode(['-i', file, '-an', '-vf', filter, '-vsync', '0', '-f', 'rawvideo', '-pix_fmt', 'rgb24']);
  const probe = ['-v', 'error', '-select_streams', 'v', '-show_entries', 'packet=pts_time', '-of', 'csv=p=0', file];
  const { stdout } = await run('ffprobe', probe, { maxBuffer: 10 * megabytes });
  const times = stdout.trim().split('\n').map(Number.parseFloat);
  return times.map((time, index) => {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(index * 3, index * 3 + 3);
    return { time, colour: [red, green, blue] };
  });
};

const soundOf = async (file: string): Promise<Float32Array> => {
  const raw = await decode(['-i', file, '-vn', '-ac', '1', '-ar', '48000', '-f', 'f32le']);
  return new Float32Array(raw.buffer, raw.byteOffset, raw.length >> 2).slice();
};

export const isNear = (one: Rgb, other: Rgb, tolerance = 45): boolean =>
  one.every((value, index) => Math.abs(value - (other[index] ?? 0)) <= tolerance);

/** How strong a tone is in these samples: the amplitude of its sine (Goertzel). */
export const strengthOf = (hertz: number, samples: Float32Array): number => {
  const turn = 2 * Math.cos((2 * Math.PI * hertz) / 48_000);
  let [one, two] = [0, 0];
  for (const sample of samples) [one, two] = [sample + turn * one - two, one];
  return (2 * Math.sqrt(Math.max(0, one ** 2 + two ** 2 - turn * one * two))) / samples.length;
};

/** The strength of a tone in each tenth of a second. */
export const strengthsOf = (hertz: number, sound: Float32Array): number[] => {
  const step = 4_800;
  return Array.from({ length: Math.floor(sound.length / step) }, (_, index) =>
    strengthOf(hertz, sound.subarray(index * step, (index + 1) * step)),
  );
};
