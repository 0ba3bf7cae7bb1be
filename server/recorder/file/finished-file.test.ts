import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { finishedHead, headBytes } from './finished-head.ts';
import { readFragment, shiftFragment } from './fragment.ts';
import { isSameConfiguration, readInitSegment } from './init-segment.ts';
import { cutFragments, inspect, makeFragmented } from './testing/fragmented.ts';
import { startSeconds, subsegmentsOf, timelineOf } from './timeline.ts';

/* The file that comes of fragments, read by ffprobe and ffmpeg. */

let folder = '';
let source: ReturnType<typeof cutFragments>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hall-file-'));
  source = cutFragments(readFileSync(makeFragmented(folder, { seconds: 12 })));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As the recorder puts them together: the pieces of several captures behind each other. */
const join_ = (captures: readonly (readonly Uint8Array[])[]): { file: string; seconds: number } => {
  const init = readInitSegment(source.init);
  const timeline = timelineOf(init);
  const media: Uint8Array[] = [];
  for (const fragments of captures) {
    const [first] = fragments;
    if (first === undefined) continue;
    const shift = timeline.endSeconds - startSeconds(readFragment(first, init), init);
    for (const fragment of fragments) {
      const timescale = (id: number) => init.tracks.find((track) => track.id === id)?.timescale ?? 1;
      const shifted = shiftFragment(fragment, media.length + 1, (id) => Math.round(shift * timescale(id)));
      timeline.add(readFragment(shifted, init));
      media.push(shifted);
    }
  }
  const file = join(folder, 'joined.mp4');
  writeFileSync(file, Buffer.concat([finishedHead(init, timeline), ...media]));
  return { file, seconds: timeline.endSeconds };
};

describe('a finished file', () => {
  test('has its true duration at the beginning, and decodes without a fault', () => {
    const { file, seconds } = join_([source.fragments]);
    const found = inspect(file);
    expect(found.faults).toBe('');
    expect(found.seconds).toBeGreaterThan(11.88);
    expect(found.seconds).toBeLessThan(12.12);
    expect(seconds).toBeCloseTo(found.seconds, 1);
    expect(found.streams).toEqual(['audio', 'video']);
    // By its head alone: what a player knows before it has read the rest.
    const head = join(folder, 'head.mp4');
    writeFileSync(head, readFileSync(file).subarray(0, headBytes + 100_000));
    expect(inspect(head, { decode: false }).seconds).toBeCloseTo(found.seconds, 1);
  });

  test('is found its way in by the index', () => {
    const { file } = join_([source.fragments]);
    const at = execFileSync(
      'ffprobe',
      [
        '-v',
        'error',
        '-read_intervals',
        '9%+#1',
        '-select_streams',
        'v',
        '-show_entries',
        'packet=pts_time',
        '-of',
        'csv=p=0',
        file,
      ],
      { encoding: 'utf8' },
    );
    expect(Number.parseFloat(at)).toBeGreaterThan(7.9);
    expect(Number.parseFloat(at)).toBeLessThanOrEqual(9.01);
  });

  test('goes on behind a capture that broke off', () => {
    const { file } = join_([source.fragments.slice(0, 5), source.fragments.slice(0, 7)]);
    const found = inspect(file);
    expect(found.faults).toBe('');
    expect(found.seconds).toBeGreaterThan(11.88);
    expect(found.seconds).toBeLessThan(12.15);
  });

  test('keeps its head’s length, however long the recording', () => {
    const init = readInitSegment(source.init);
    const timeline = timelineOf(init);
    const [first] = source.fragments;
    if (first === undefined) throw new Error('no fragment');
    const facts = readFragment(first, init);
    for (let second = 0; second < 86_400; second += 1) {
      const runs = facts.runs.map((run) => {
        const timescale = init.tracks.find(({ id }) => id === run.trackId)?.timescale ?? 1;
        return { ...run, start: second * timescale, duration: timescale };
      });
      timeline.add({ size: 300_000, runs });
    }
    expect(timeline.endSeconds).toBe(86_400);
    expect(finishedHead(init, timeline)).toHaveLength(headBytes);
    const groups = subsegmentsOf(timeline, init, 5_000);
    expect(groups.length).toBeLessThanOrEqual(5_000);
    expect(groups.reduce((sum, { size }) => sum + size, 0)).toBe(timeline.bytes);
  });
});

describe('initialisation segments', () => {
  test('of the same configuration are alike, others are not', () => {
    const same = readInitSegment(cutFragments(readFileSync(makeFragmented(folder, { seconds: 1 }))).init);
    const other = readInitSegment(
      cutFragments(readFileSync(makeFragmented(folder, { seconds: 1, size: '640x360' }))).init,
    );
    const init = readInitSegment(source.init);
    expect(init.tracks.map(({ kind, width, height }) => [kind, width, height])).toEqual([
      ['video', 320, 240],
      ['audio', 0, 0],
    ]);
    expect(isSameConfiguration(init, same)).toBe(true);
    expect(isSameConfiguration(init, other)).toBe(false);
  });

  test.for([0, 1, 7, 100, 700])('cut off after %i bytes are refused', (length) => {
    expect(() => readInitSegment(source.init.subarray(0, length))).toThrow();
  });
});

test('every fragment tells its sync sample and its times', () => {
  const init = readInitSegment(source.init);
  const facts = source.fragments.map((fragment) => readFragment(fragment, init));
  expect(facts.every(({ runs }) => runs.every((run) => run.startsWithSync))).toBe(true);
  expect(facts.map((one) => Math.round(startSeconds(one, init)))).toEqual(source.fragments.map((_, index) => index));
});
