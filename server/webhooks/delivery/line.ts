import type { DueDelivery, HeldEndpoint, Place } from './queue-store.ts';
import { longestRestSeconds, pauseAfter } from './retry-schedule.ts';
import type { Outcome } from './send-attempt.ts';

/** An endpoint while this process holds it: what was read for it, and how much it is trusted with. */
export type Line = {
  endpoint: HeldEndpoint;
  readonly heldSince: number;
  /** Read and not begun. */
  waiting: DueDelivery[];
  /** Read and not noted: waiting, in flight, or answered. */
  readonly known: Set<string>;
  inFlight: number;
  /** How many may be in flight. It grows with each success, so a receiver that hangs has not taken many places. */
  window: number;
  /** Up to where the queue was read. */
  after: Place | undefined;
  /** Of the last reading, and whether that found all there was. */
  version: string;
  isEmpty: boolean;
  slow: boolean;
  strikes: number;
  /** To be given back when nothing is in flight any more, and not to be claimed before its rest is over. */
  isLeaving: boolean;
  restSeconds: number;
  /** Whether it stands in line for a place. */
  isInLine: boolean;
};

const firstWindow = 1;
const widestWindow = 8;
const slowWindow = 2;

/** Longer than a receiver takes that notes the event and does its work later, from wherever on earth. */
export const slowMilliseconds = 1_000;
/** So many failures in a row are no accident any more. */
const mostStrikes = 3;
/** Between attempts at an endpoint that fails, so that a backlog does not become a hail of requests. */
const failingRestSeconds = 1;

export const openLine = (endpoint: HeldEndpoint, now: number): Line => ({
  endpoint,
  heldSince: now,
  waiting: [],
  known: new Set(),
  inFlight: 0,
  window: firstWindow,
  after: undefined,
  version: '0',
  isEmpty: false,
  slow: endpoint.slow,
  strikes: endpoint.strikes,
  isLeaving: false,
  restSeconds: 0,
  isInLine: false,
});

export const isReady = (line: Line): boolean =>
  !line.isLeaving && line.waiting.length > 0 && line.inFlight < line.window;

export const leave = (line: Line, restSeconds: number): void => {
  line.isLeaving = true;
  line.restSeconds = Math.max(line.restSeconds, restSeconds);
};

/** It keeps a place longer than others: from now on it has one of those for slow ones. */
export const slowDown = (line: Line): void => {
  line.slow = true;
  line.window = 1;
};

/** What an answer says of the endpoint: it is trusted with more, or with less. */
export const learnFrom = (line: Line, outcome: Outcome): void => {
  const isLong = outcome.milliseconds > slowMilliseconds;
  if (outcome.result === 'delivered') {
    line.strikes = 0;
    line.slow = isLong;
    line.window = isLong ? slowWindow : Math.min(widestWindow, line.window + 1);
    return;
  }
  line.strikes += 1;
  line.window = 1;
  line.slow ||= isLong || line.strikes >= mostStrikes;
  const asked = Math.min(outcome.retryAfterSeconds ?? 0, longestRestSeconds);
  const rest = Math.max(asked, line.slow ? failingRestSeconds : 0);
  if (rest > 0) leave(line, rest);
};

/** What an attempt, the `made`-th, makes of its delivery; a pause of null when no attempt follows. */
export const judge = (outcome: Outcome, made: number, random: number) => {
  if (outcome.result === 'delivered') return { status: 'delivered', pauseSeconds: null } as const;
  // Gone for good, it says.
  const pause = outcome.status === 410 ? undefined : pauseAfter(made, outcome.retryAfterSeconds, random);
  return pause === undefined
    ? ({ status: 'failed', pauseSeconds: null } as const)
    : ({ status: 'pending', pauseSeconds: pause } as const);
};
