import { expect, test } from 'vitest';
import { ClosingTime, untilNextMark } from './closing-time.ts';

test('each mark is said once, whoever tells of it first', () => {
  const closing = new ClosingTime();
  expect(closing.wordsAt(301)).toBeUndefined();
  expect(closing.wordsAt(300)).toBe('This hall ends in 5 minutes.');
  expect(closing.wordsAt(299.9)).toBeUndefined();
  expect(closing.wordsAt(60)).toBe('This hall ends in one minute.');
  expect(closing.wordsAt(59.5)).toBeUndefined();
});

test('whoever comes late hears what is left, and no mark that has passed', () => {
  const closing = new ClosingTime();
  expect(closing.wordsAt(185)).toBe('This hall ends in 3 minutes.');
  expect(closing.wordsAt(30)).toBe('This hall ends in less than a minute.');
  expect(closing.wordsAt(300)).toBeUndefined();
});

test('nothing is said of an end that has passed', () => {
  expect(new ClosingTime().wordsAt(0)).toBeUndefined();
});

test.each([
  [3_600, 3_300_000],
  [300, 240_000],
  [60, undefined],
  [-1, undefined],
])('with %d seconds left, the next mark comes in %s milliseconds', (secondsLeft, wait) => {
  expect(untilNextMark(secondsLeft)).toBe(wait);
});
