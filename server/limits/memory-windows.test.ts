import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memoryWindows } from './memory-windows.ts';
import { falsePromises, histories, historiesOfABadClock, overTheLimit, wrongAnswers } from './testing/histories.ts';
import { type Answered, replay } from './testing/oracle.ts';
import type { Scope } from './windows.ts';

/** A store on a clock of the test's, in microseconds. */
const store = (options: { maxBuckets?: number } = {}) => {
  let now = 1_789_000_000e6;
  const windows = memoryWindows({ clock: { now: () => now / 1e3 }, ...options });
  return {
    windows,
    setClock: (at: number) => {
      now = at;
    },
    wait: (seconds: number) => {
      now += seconds * 1e6;
    },
    ask: (key: string, limit = 1) => windows.admit([scope(key, limit)]).admitted,
  };
};

const scope = (key: string, limit: number): Scope => ({ name: 'requests', key, limit });

const answers = (history: readonly Answered[]) => {
  const { windows, setClock } = store();
  return replay(windows, history, setClock);
};

test('answers as the oracle does, never admits more than the limit, and keeps its promises', {
  timeout: 30_000,
}, async () => {
  const property = fc.asyncProperty(histories, async (history) => {
    const answered = await answers(history);
    expect(wrongAnswers(answered, history)).toEqual([]);
    expect(overTheLimit(answered)).toEqual([]);
    expect(falsePromises(answered)).toEqual([]);
  });
  await fc.assert(property, { numRuns: 3_000 });
});

// not as the oracle: what a store has forgotten does not come back with the clock, and which idle buckets it has is its own affair
test('by a clock that is set back: the limits and the promises hold, and nobody waits for long', {
  timeout: 30_000,
}, async () => {
  const property = fc.asyncProperty(historiesOfABadClock, async (history) => {
    const answered = await answers(history);
    expect(overTheLimit(answered)).toEqual([]);
    expect(falsePromises(answered)).toEqual([]);
    expect(Math.max(...answered.map(({ verdict }) => verdict.retryAfterSeconds))).toBeLessThanOrEqual(121);
  });
  await fc.assert(property, { numRuns: 3_000 });
});

test('by a clock of fractional milliseconds, admits at exactly 60 s', () => {
  const { wait, ask } = store();
  for (let number = 0; number < 1_000; number++) {
    wait(0.123_457);
    expect(ask('a')).toBe(true);
    wait(59.999_999);
    expect(ask('a')).toBe(false);
    wait(0.000_001);
    expect(ask('a')).toBe(true);
    wait(60);
  }
});

test('remembers a long window through its growth and its wrapping around', () => {
  const { windows, wait } = store();
  for (let round = 0; round < 5; round++) {
    for (let request = 0; request < 1_000; request++) {
      wait(0.06);
      expect(windows.admit([scope('a', 1_000)])).toMatchObject({
        admitted: true,
        remaining: round === 0 ? 999 - request : 0,
      });
      if (round > 0) expect(windows.admit([scope('a', 1_000)])).toMatchObject({ admitted: false });
    }
  }
});

test('a bucket that a refused request would have needed is not made', () => {
  const { windows, ask } = store();
  ask('full');
  windows.admit([scope('fresh', 5), scope('full', 1)]);
  expect(windows.size).toBe(1);
});

test('forgets idle buckets as requests come, a few at a time', () => {
  const { windows, wait, ask } = store();
  for (let number = 0; number < 1_000; number++) ask(`idle ${number}`);
  expect(windows.size).toBe(1_000);
  wait(59.9);
  ask('a');
  expect(windows.size).toBe(1_001);
  wait(0.1);
  ask('b');
  expect(windows.size).toBe(1_000);
  for (let request = 0; request < 600; request++) ask('b');
  expect(windows.size).toBe(2);
});

test('a bucket in use is not forgotten while others are', () => {
  const { wait, ask } = store();
  for (let number = 0; number < 100; number++) ask(`idle ${number}`);
  wait(30);
  expect(ask('idle 0', 2)).toBe(true);
  wait(29);
  for (let request = 0; request < 200; request++) ask('b');
  wait(2);
  for (let request = 0; request < 200; request++) ask('b');
  expect(ask('idle 0', 1)).toBe(false);
});

test('at the bound the least recently used bucket goes first', () => {
  const { windows, ask } = store({ maxBuckets: 3 });
  for (const key of ['a', 'b', 'c']) ask(key);
  expect(ask('a')).toBe(false);
  ask('d');
  expect(windows.size).toBe(3);
  expect(ask('c')).toBe(false);
  expect(ask('a')).toBe(false);
  expect(ask('d')).toBe(false);
  expect(ask('b')).toBe(true);
  expect(windows.size).toBe(3);
});

test('what another store admitted counts, and beyond the limit displaces the oldest', () => {
  const { windows, wait, ask } = store();
  for (let request = 0; request < 12; request++) {
    windows.record([scope('a', 10)]);
    wait(1);
  }
  // counted at 0 … 11 s, of which 2 … 11 are left; it is 12 s now
  expect(windows.admit([scope('a', 10)])).toMatchObject({ admitted: false, retryAfterSeconds: 50 });
  wait(50);
  expect(ask('a', 10)).toBe(true);
  expect(ask('a', 10)).toBe(false);
});
