import { expect, test } from 'vitest';
import { Timeline } from './timeline.ts';

const piece = 0.02;

/** Lays `count` pieces that are there at `when(index)`, and tells what was done. */
const lay = (timeline: Timeline, count: number, when: (index: number) => number) => {
  const done = { silence: 0, dropped: 0 };
  for (let index = 0; index < count; index++) {
    const { silence, drop } = timeline.place(piece, when(index));
    done.silence += silence;
    if (drop) done.dropped += 1;
  }
  return done;
};

test('pieces in time follow each other without a seam', () => {
  const timeline = new Timeline();
  expect(lay(timeline, 500, (index) => (index + 1) * piece + 0.01)).toEqual({ silence: 0, dropped: 0 });
  expect(timeline.end).toBeCloseTo(10, 6);
});

test('pieces that wait and come in a burst change nothing', () => {
  const timeline = new Timeline();
  // Every tenth of a second a burst, each piece up to 0.1 s late but the last.
  const done = lay(timeline, 500, (index) => Math.ceil((index + 1) / 5) * 5 * piece);
  expect(done).toEqual({ silence: 0, dropped: 0 });
});

test('lost time is made good with silence, within two seconds', () => {
  const timeline = new Timeline();
  lay(timeline, 100, (index) => (index + 1) * piece);
  const done = lay(timeline, 100, (index) => 2 + 0.5 + (index + 1) * piece);
  expect(done.silence).toBeCloseTo(0.5, 2);
  expect(timeline.end).toBeCloseTo(4.5, 2);
});

test('a clock that is slow stays within the tolerance of lips and words', () => {
  const timeline = new Timeline();
  let now = 0;
  for (let index = 0; index < 5000; index++) {
    now = (index + 1) * piece * 1.01;
    timeline.place(piece, now);
  }
  expect(Math.abs(now - timeline.end)).toBeLessThan(0.06);
});

test('a clock that is fast loses a piece now and then', () => {
  const timeline = new Timeline();
  const done = lay(timeline, 5000, (index) => (index + 1) * piece * 0.99);
  expect(done.silence).toBe(0);
  expect(timeline.end).toBeLessThan(99 + 0.06);
  expect(timeline.end).toBeGreaterThan(99 - 0.06);
});
