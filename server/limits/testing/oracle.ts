import type { Scope, Verdict, Windows } from '../windows.ts';

const minute = 60e6;

/** A request, when it came by the store's clock in microseconds, and what was or should be answered. */
export type Answered = { readonly at: number; readonly scopes: readonly Scope[]; readonly verdict: Verdict };

type View = { readonly scope: Scope; readonly now: number; readonly times: number[]; readonly left: number };

/**
 * What the windows should answer, as plainly as it can be written and sharing nothing with them: every admitted request is
 * remembered, and each answer is counted and searched from all of them.
 */
export const oracle = (): ((scopes: readonly Scope[], at: number) => Verdict) => {
  const admitted = new Map<string, number[]>();
  return (scopes, at) => {
    const views = scopes.map((scope) => {
      const { times: all, now } = byOwnTime(admitted.get(scope.key) ?? [], at);
      // what has left does not come back with a clock that does
      const times = inside(all, now);
      admitted.set(scope.key, times);
      return { scope, now, times, left: scope.limit - times.length };
    });
    const refusing = views.filter((view) => view.left <= 0);
    if (refusing.length > 0) return refusal(refusing, at);
    for (const view of views) view.times.push(view.now);
    const shown = firstOf(views, (view) => view.left);
    const oldest = Math.min(...shown.times);
    return {
      ...{ admitted: true, scope: shown.scope.name, limit: shown.scope.limit, remaining: shown.left - 1 },
      ...{ resetAt: firstSecond((second) => second >= oldest + minute, at), retryAfterSeconds: 0 },
    };
  };
};

/** A clock that steps back stops a bucket's time; one that steps back by a window or more takes the bucket's times along. */
const byOwnTime = (times: readonly number[], at: number): { times: number[]; now: number } => {
  const newest = Math.max(at, ...times);
  if (newest - at < minute) return { times: [...times], now: newest };
  return { times: times.map((time) => time - (newest - at)), now: at };
};

const inside = (times: readonly number[], now: number) => times.filter((time) => now - time < minute);

const refusal = (refusing: readonly View[], at: number): Verdict => {
  const shown = firstOf(refusing, (view) => -opensAt(view, at));
  const resetAt = firstSecond((second) => refusing.every((view) => second >= opensAt(view, at)), at);
  let retryAfterSeconds = 1;
  while (at + retryAfterSeconds * 1e6 < resetAt * 1e6) retryAfterSeconds++;
  return {
    admitted: false,
    scope: shown.scope.name,
    limit: shown.scope.limit,
    remaining: 0,
    resetAt,
    retryAfterSeconds,
  };
};

/** The first moment at which fewer than the limit are left; a minute from now where the limit is 0 and there is none. */
const opensAt = ({ scope, times }: View, at: number): number => {
  if (scope.limit === 0) return at + minute;
  return Math.min(...times.map((time) => time + minute).filter((moment) => inside(times, moment).length < scope.limit));
};

const firstSecond = (holds: (moment: number) => boolean, from: number): number => {
  let second = Math.floor(from / 1e6);
  while (!holds(second * 1e6)) second++;
  return second;
};

const firstOf = <T>(items: readonly T[], by: (item: T) => number): T => {
  const least = Math.min(...items.map(by));
  const found = items.find((item) => by(item) === least);
  if (found === undefined) throw new Error('nothing to choose from');
  return found;
};

/** Puts the requests of a history to a store one after another, whose clock `setClock` sets. */
export const replay = async (
  windows: Windows,
  history: readonly Answered[],
  setClock: (at: number) => void,
): Promise<Answered[]> =>
  Promise.all(
    history.map(async ({ at, scopes }) => {
      setClock(at);
      return { at, scopes, verdict: await windows.admit(scopes) };
    }),
  );
