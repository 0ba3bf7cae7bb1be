import { setTimeout as sleep } from 'node:timers/promises';
import type { LoggedAttempt } from '../../database/tables.ts';
import { repeat } from '../../rounds.ts';
import { attemptEvent } from './attempt-event.ts';
import { holdEndpoints } from './hold-endpoints.ts';
import { judge, type Line, learnFrom } from './line.ts';
import { noteResults } from './note-results.ts';
import { createPlaces, type Flight, type Lane, laneOf } from './places.ts';
import type { DueDelivery, QueueStore } from './queue-store.ts';
import type { ResultStore } from './result-store.ts';
import type { Outcome } from './send-attempt.ts';
import type { SignAndSend } from './sign-and-send.ts';

/*
 * Sends what is queued. Any number of processes do it side by side.
 *
 *   an endpoint   idle → due           something is put into its queue, or its next attempt's time has come
 *                 due → held           one process claims it, with a lease that it renews
 *                 held → idle or due   nothing more is due; or its turn is over, or it rests after a failure
 *                 held → due           its process died: the lease has run out
 *
 *   a delivery    pending → delivered  some 2xx
 *                 pending → pending    a failure, and the next attempt is due later
 *                 pending → failed     the last failure, or 410, which also disables the endpoint
 *                 pending → cancelled  the endpoint was disabled (tend-webhooks.ts)
 *
 * A result that could not be noted before its process died is sent again: at least once, never never. An attempt that takes long
 * gives its place back to the fast ones, so whoever hangs keeps nobody waiting for more than that moment.
 */

/** In flight in this process. A slow place costs little: a socket that waits. */
const placeLimits = { fast: 128, slow: 512, moved: 1_024, perOrganisation: 32 };
const pollMilliseconds = 100;
const afterFailureMilliseconds = 500;
/** More results than this are not waiting to be noted: sending goes on when the database takes them. */
const mostUnnoted = 2_000;
/** What is in flight gets this long when Hall stops; then it is broken off, and sent again by whoever is next. */
const graceMilliseconds = 3_000;

export type DeliveryParts = {
  queues: QueueStore;
  results: ResultStore;
  send: SignAndSend;
  /** Ends every request at once. */
  breakOff: () => Promise<void>;
  holder: string;
  clock: { now(): number };
  random?: () => number;
  observe: (result: Outcome['result'], seconds: number) => void;
  onDisabled: (endpoint: { id: string; organisation_id: string }, reason: string) => void;
  /** Once for each time that rounds begin to fail. */
  onError: (error: unknown) => void;
};

export type Delivery = {
  /** One round: notes, claims, reads and begins what it may. Attempts go on beside it. */
  tick(): Promise<void>;
  /** Something may have been queued. */
  wake(): void;
  inFlight(lane: Lane): number;
  stop(): Promise<void>;
};

export const deliverWebhooks = (parts: DeliveryParts): Delivery => {
  const { queues, results, send, clock, random = Math.random } = parts;
  const places = createPlaces(placeLimits);
  const held = holdEndpoints({ queues, holder: parts.holder, clock });
  const notes = noteResults({ queues, results, clock, onDisabled: parts.onDisabled, lose: held.lose });
  const flights = new Set<Flight>();
  let isBrokenOff = false;

  const settle = (flight: Flight, delivery: DueDelivery, outcome: Outcome, attempt: LoggedAttempt): void => {
    const { line } = flight;
    learnFrom(line, outcome);
    notes.add({
      line,
      outcome,
      result: { id: delivery.id, attempt, ...judge(outcome, delivery.attempt_count + 1, random()) },
    });
    parts.observe(outcome.result, outcome.milliseconds / 1000);
  };

  const fly = async (flight: Flight, delivery: DueDelivery): Promise<void> => {
    const { outcome, attempt } = await attemptEvent(send, flight.line.endpoint, delivery, clock);
    flights.delete(flight);
    flight.line.inFlight -= 1;
    if (!isBrokenOff) settle(flight, delivery, outcome, attempt);
    places.giveBack(flight);
    places.offer(flight.line);
    dispatch();
    rounds.wake();
  };

  const begin = (line: Line): void => {
    const delivery = line.waiting.shift();
    if (delivery === undefined) return;
    const flight: Flight = { line, deliveryId: delivery.id, since: performance.now(), lane: laneOf(line) };
    line.inFlight += 1;
    flights.add(flight);
    places.take(flight);
    places.offer(line);
    void fly(flight, delivery).catch(parts.onError);
  };

  const dispatch = (): void => {
    if (rounds.isStopping || notes.waiting() > mostUnnoted) return;
    for (let line = places.next(); line !== undefined; line = places.next()) begin(line);
  };

  const fetch = async (): Promise<void> => {
    held.separateSlow(flights, places.move);
    await held.renew();
    if (rounds.isStopping) return;
    await held.claim();
    for (const line of await held.read()) places.offer(line);
    dispatch();
  };

  const tick = async (): Promise<void> => {
    // Side by side, so that sending does not run dry while results are noted; the failure of one leaves the other its time.
    const [noted, fetched] = await Promise.allSettled([notes.flush(), fetch()]);
    for (const part of [noted, fetched]) if (part.status === 'rejected') throw part.reason;
    await held.giveBack();
  };

  const end = async (): Promise<void> => {
    const deadline = performance.now() + graceMilliseconds;
    while (flights.size > 0 && performance.now() < deadline) await sleep(20);
    isBrokenOff = true;
    await parts.breakOff();
    await notes.flushAll();
    await held.giveAllBack();
  };
  const rounds = repeat(tick, {
    betweenMilliseconds: pollMilliseconds,
    afterFailureMilliseconds,
    onError: parts.onError,
    onEnd: () => end().catch(parts.onError),
  });

  return {
    tick,
    wake: () => {
      held.lookAgain();
      rounds.wake();
    },
    inFlight: places.taken,
    stop: rounds.stop,
  };
};
