import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Verdict } from '../ending/refusals.ts';
import { comeBack } from './stay.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const away: Verdict = { ending: 'unreachable', isDefinite: false };
const full: Verdict = { ending: 'full', isDefinite: false };
const closed: Verdict = { ending: 'closed', isDefinite: true };
const here = new AbortController().signal;

/** Attempts that end like this one after the other, and then like the last for ever. */
const attempts = (...outcomes: ('back' | Verdict)[]) => {
  const last = outcomes.at(-1) ?? away;
  return vi.fn(async () => outcomes.shift() ?? last);
};

test('tries again until it works', async () => {
  const attempt = attempts(away, away, full, 'back');
  const outcome = comeBack(attempt, here);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await outcome).toBe('back');
  expect(attempt).toHaveBeenCalledTimes(4);
});

test('the first attempt waits for nothing', async () => {
  expect(await comeBack(attempts('back'), here)).toBe('back');
});

test('a definite word ends it at once', async () => {
  const attempt = attempts(away, closed);
  const outcome = comeBack(attempt, here);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await outcome).toBe('closed');
  expect(attempt).toHaveBeenCalledTimes(2);
});

test.each([
  [away, 'lost'],
  [full, 'full'],
] as const)('after two minutes of %o it is over', async (outcome, ending) => {
  const attempt = attempts(outcome);
  const over = comeBack(attempt, here);
  await vi.advanceTimersByTimeAsync(123_000);
  expect(await over).toBe(ending);
  expect(attempt.mock.calls.length).toBeGreaterThan(80);
  expect(attempt.mock.calls.length).toBeLessThan(170);
});

test('whoever leaves meanwhile has left', async () => {
  const leaving = new AbortController();
  const attempt = vi.fn(async () => {
    leaving.abort();
    return 'back' as const;
  });
  expect(await comeBack(attempt, leaving.signal)).toBe('left');
});
