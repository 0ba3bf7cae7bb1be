import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { Scope } from '../windows.ts';
import { type Answered, oracle } from './oracle.ts';

const second = 1e6;
const minute = 60 * second;
const start = 1_789_000_000 * second + 123_457;

/** Buckets that requests have in common, and some that they haven't. */
const buckets = [
  { name: 'requests', key: '{org_a}:key_1' },
  { name: 'requests', key: '{org_a}:key_2' },
  { name: 'create', key: '{org_a}:create' },
  { name: 'join', key: '{org_a}:hall_1' },
  { name: 'join', key: '{org_a}:hall_2' },
] as const;

/** `retry` comes with the last request's scopes when its verdict says so, `early` a second before that. */
type Step =
  | { readonly kind: 'request'; readonly after: number; readonly scopes: readonly Scope[]; readonly times: number }
  | { readonly kind: 'retry' | 'early' };

const forward = fc.oneof(
  { weight: 3, arbitrary: fc.nat(3) },
  { weight: 3, arbitrary: fc.nat(2 * second) },
  { weight: 4, arbitrary: fc.nat(25 * second) },
  { weight: 2, arbitrary: fc.constantFrom(minute - 1, minute, minute + 1) },
  { weight: 1, arbitrary: fc.nat(4 * minute) },
);

const backward = fc
  .oneof(fc.nat(3), fc.nat(minute), fc.constantFrom(minute - 1, minute, minute + 1), fc.nat(60 * minute))
  .map((by) => -by);

/** An operator changes a limit now and then, and even to 0. */
const limit = fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 2, max: 4 }) }, { weight: 1, arbitrary: fc.nat(20) });

const scopes = fc
  .tuple(
    fc.subarray(
      buckets.map((_, index) => index),
      { minLength: 1, maxLength: 3 },
    ),
    fc.tuple(...buckets.map((bucket) => limit.map((limit): Scope => ({ ...bucket, limit })))),
  )
  .map(([chosen, all]) => all.filter((_, index) => chosen.includes(index)));

const stepsOf = (after: fc.Arbitrary<number>): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          kind: fc.constant('request' as const),
          after,
          scopes,
          times: fc.constantFrom(1, 1, 1, 2, 7),
        }),
      },
      { weight: 1, arbitrary: fc.constant({ kind: 'retry' as const }) },
      { weight: 1, arbitrary: fc.constant({ kind: 'early' as const }) },
    ),
    { minLength: 1, maxLength: 30 },
  );

/** Requests in the order in which they come, with the answers that are right. */
const historyOf = (steps: readonly Step[]): Answered[] => {
  const right = oracle();
  const history: Answered[] = [];
  let now = start;
  const ask = (at: number, scopes: readonly Scope[]) => {
    now = at;
    history.push({ at, scopes, verdict: right(scopes, at) });
  };
  for (const step of steps) {
    const last = history.at(-1);
    if (step.kind === 'request') {
      for (let time = 0; time < step.times; time++) ask(time === 0 ? now + step.after : now + 1, step.scopes);
    } else if (last !== undefined) {
      const at = (last.verdict.resetAt - (step.kind === 'early' ? 1 : 0)) * second;
      if (at > now) ask(at, last.scopes);
    }
  }
  return history;
};

export const histories = stepsOf(forward).map(historyOf);

/** With a clock that is set back at times, a little or by an hour. */
export const historiesOfABadClock = stepsOf(
  fc.oneof({ weight: 5, arbitrary: forward }, { weight: 1, arbitrary: backward }),
).map(historyOf);

/** Answers that are not the right ones, with those. */
export const wrongAnswers = (answered: readonly Answered[], right: readonly Answered[]) =>
  answered.flatMap(({ at, verdict }, index) =>
    isDeepStrictEqual(verdict, right[index]?.verdict) ? [] : [{ at, verdict, right: right[index]?.verdict }],
  );

/** Requests that were admitted although their scope's limit had been admitted in the 60 s before, as far as time went forward. */
export const overTheLimit = (history: readonly Answered[]): Answered[] => {
  const admitted = new Map<string, number[]>();
  let elapsed = 0;
  return history.filter(({ at, scopes, verdict }, index) => {
    elapsed += Math.max(0, at - (history[index - 1]?.at ?? at));
    if (!verdict.admitted) return false;
    return scopes.some(({ key, limit }) => {
      const times = admitted.get(key) ?? [];
      admitted.set(key, [...times, elapsed]);
      return times.filter((time) => elapsed - time < minute).length >= limit;
    });
  });
};

/** Repeated requests that were not admitted when the refusal had said they would be, or sooner than it had said. */
export const falsePromises = (history: readonly Answered[]): Answered[] =>
  history.filter((answered, index) => {
    const before = history[index - 1];
    if (before === undefined || before.verdict.admitted || before.scopes !== answered.scopes || answered.at < before.at)
      return false;
    if (answered.scopes.some((scope) => scope.limit === 0)) return answered.verdict.admitted;
    const isDue = answered.at >= before.verdict.resetAt * second;
    const isEarly = answered.at <= (before.verdict.resetAt - 1) * second;
    return (isDue && !answered.verdict.admitted) || (isEarly && answered.verdict.admitted);
  });
