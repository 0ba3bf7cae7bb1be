import { type Scope, type Verdict, windowSeconds } from './windows.ts';

/** Times in this folder are whole microseconds since the Unix epoch: as fine as Redis's clock, and exact in a double until the year 2255. */
export const windowMicroseconds = windowSeconds * 1e6;

/** What a store knows of one scope before it counts the request at hand. */
export type Tally = {
  readonly scope: Scope;
  /** Requests in the scope's window. */
  readonly count: number;
  /**
   * When the request was counted whose leaving the headers announce. In a full window: the one that makes room, which after a
   * lowered limit is not the oldest. Else the oldest, which is the request at hand in an empty window.
   */
  readonly counted: number;
};

/** Decides for both stores and says it in the headers' terms; `reading` is the store's clock. The stores count the request when `admitted`. */
export const judge = (tallies: readonly Tally[], reading: number): Verdict => {
  const shown = tallies.reduce(moreTelling);
  const admitted = !isFull(shown);
  const resetAt = Math.ceil((shown.counted + windowMicroseconds) / 1e6);
  return {
    admitted,
    scope: shown.scope.name,
    limit: shown.scope.limit,
    remaining: admitted ? room(shown) - 1 : 0,
    resetAt,
    // whole microseconds are subtracted: fractions of a Unix time would be rounded before the ceiling is taken
    retryAfterSeconds: admitted ? 0 : Math.ceil((resetAt * 1e6 - reading) / 1e6),
  };
};

/** A full scope tells more than one with room, so the shown one is full as soon as any is. */
const moreTelling = (a: Tally, b: Tally): Tally => {
  if (isFull(a) !== isFull(b)) return isFull(a) ? a : b;
  if (isFull(a)) return b.counted > a.counted ? b : a;
  return room(b) < room(a) ? b : a;
};

const isFull = (tally: Tally): boolean => room(tally) <= 0;

const room = ({ scope, count }: Tally): number => scope.limit - count;
