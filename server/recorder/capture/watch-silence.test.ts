import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchSilence } from './watch-silence.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const listen = (milliseconds: number) => {
  const silences: number[] = [];
  const since = Date.now();
  return { silences, watch: watchSilence(milliseconds, () => silences.push(Date.now() - since)) };
};

test('silence is told once, when it has lasted', () => {
  const { silences } = listen(10_000);
  vi.advanceTimersByTime(9_999);
  expect(silences).toEqual([]);
  vi.advanceTimersByTime(60_000);
  expect(silences).toEqual([10_000]);
});

test('each sign of life counts from its end', () => {
  const { silences, watch } = listen(10_000);
  vi.advanceTimersByTime(9_000);
  const resume = watch.pause();
  vi.advanceTimersByTime(60_000);
  expect(silences).toEqual([]);
  resume();
  vi.advanceTimersByTime(9_999);
  expect(silences).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(silences).toEqual([79_000]);
});

test('another patience counts from now', () => {
  const { silences, watch } = listen(30_000);
  vi.advanceTimersByTime(5_000);
  watch.allow(10_000);
  vi.advanceTimersByTime(60_000);
  expect(silences).toEqual([15_000]);
});

test('nobody listens after the end', () => {
  const { silences, watch } = listen(1_000);
  const resume = watch.pause();
  watch.stop();
  resume();
  vi.advanceTimersByTime(60_000);
  expect(silences).toEqual([]);
});
