import { describe, expect, test } from 'vitest';
import { mostAttempts, pauseAfter, readRetryAfter } from './retry-schedule.ts';

test('eight attempts: at once, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 24 h', () => {
  expect(mostAttempts).toBe(8);
  const pauses = Array.from({ length: 8 }, (_, made) => pauseAfter(made, undefined, 0.5));
  expect(pauses).toEqual([0, 5, 300, 1_800, 7_200, 18_000, 36_000, 86_400]);
  expect(pauseAfter(8, undefined, 0.5)).toBeUndefined();
});

test('a fifth more or less', () => {
  expect(pauseAfter(2, undefined, 0)).toBeCloseTo(240);
  expect(pauseAfter(2, undefined, 0.999_999)).toBeCloseTo(360);
});

test('Retry-After is a lower bound, of a day at most, and adds no attempt', () => {
  expect(pauseAfter(1, 120, 0.5)).toBe(120);
  expect(pauseAfter(3, 120, 0.5)).toBe(1_800);
  expect(pauseAfter(1, 10 ** 9, 0.5)).toBe(86_400);
  expect(pauseAfter(8, 120, 0.5)).toBeUndefined();
});

describe('Retry-After as it is sent', () => {
  const now = Date.parse('2026-11-21T10:00:00Z');
  test.for<[header: string | undefined, seconds: number | undefined]>([
    ['120', 120],
    [' 7 ', 7],
    ['Sat, 21 Nov 2026 10:01:00 GMT', 60],
    ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%s', ([header, seconds]) => {
    expect(readRetryAfter(header, now)).toBe(seconds);
  });
});
