import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { boxesIn } from '../boxes.ts';

/** A fragmented MP4 of ffmpeg's: a moving picture and a tone, one fragment a second. Gives its path. */
export const makeFragmented = (
  folder: string,
  { seconds, size = '320x240', noise = false }: { seconds: number; size?: string; noise?: boolean },
): string => {
  const file = join(folder, `fragmented-${seconds}-${size}-${noise}.mp4`);
  // Noise is what an encoder makes large.
  const picture = noise ? `nullsrc=s=${size}:r=20,geq=random(1)*255:128:128` : `testsrc2=size=${size}:rate=20`;
  const video = [
    '-c:v',
    'libx264',
    '-pix_fmt',
    'yuv420p',
    '-g',
    '20',
    '-preset',
    'ultrafast',
    '-qp',
    noise ? '5' : '23',
  ];
  execFileSync('ffmpeg', [
    ...['-loglevel', 'error', '-y', '-f', 'lavfi', '-i', picture],
    ...['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000', '-t', String(seconds), ...video],
    ...['-c:a', 'libopus', '-b:a', '64k', '-movflags', 'frag_keyframe+empty_moov+default_base_moof', file],
  ]);
  return file;
};

/** What comes before the fragments, and each of them: a moof and its mdat. */
export const cutFragments = (bytes: Uint8Array): { init: Uint8Array; fragments: Uint8Array[] } => {
  const boxes = boxesIn(bytes, 0, bytes.length);
  const first = boxes.find(({ type }) => type === 'moof')?.start ?? bytes.length;
  const fragments = boxes.flatMap((box, index) => {
    const next = boxes[index + 1];
    return box.type === 'moof' && next !== undefined ? [bytes.subarray(box.start, next.end)] : [];
  });
  return { init: bytes.subarray(0, first), fragments };
};

export type Inspected = { readonly seconds: number; readonly streams: string[]; readonly faults: string };

/** What ffprobe says of a file, and what ffmpeg complains of when it decodes all of it. */
export const inspect = (file: string, { decode = true }: { decode?: boolean } = {}): Inspected => {
  const told = execFileSync(
    'ffprobe',
    ['-v', 'error', '-show_entries', 'format=duration:stream=codec_type', '-of', 'json', file],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const { format, streams } = JSON.parse(told) as { format: { duration: string }; streams: { codec_type: string }[] };
  const { stderr } = decode
    ? spawnSync('ffmpeg', ['-v', 'error', '-xerror', '-i', file, '-f', 'null', '-'], { encoding: 'utf8' })
    : { stderr: '' };
  return { seconds: Number(format.duration), streams: streams.map((one) => one.codec_type).sort(), faults: stderr };
};
