import { holdLease } from '../../database/hold-lease.ts';
import type { LeaseStore } from '../../database/lease-store.ts';
import { repeat } from '../../rounds.ts';
import type { TendStore } from './tend-store.ts';

/*
 * Does beside sending what no request should wait for, step by step, on one instance at a time:
 *
 *   an endpoint was disabled  → what waited for it is cancelled
 *   an endpoint was deleted   → its deliveries are removed, and then the endpoint
 *   a replay was asked for    → its events are queued, as fast as the endpoint takes them
 */

const betweenMilliseconds = 500;
const leaseSeconds = 10;
/** Rows in one step. */
const batch = 500;
/** Endpoints or replays that have a step in one round. */
const atOnce = 20;

export type Tending = {
  /** One round, if this instance has or gets the lease. Tells whether there is more to be done at once. */
  tick(): Promise<boolean>;
  stop(): Promise<void>;
};

export type TendParts = {
  tends: TendStore;
  leases: LeaseStore;
  holder: string;
  onQueued: () => void;
  onError: (part: string, error: unknown) => void;
};

export const tendWebhooks = ({ tends, leases, holder, onQueued, onError }: TendParts): Tending => {
  const lease = holdLease({ leases, holder, onError }, 'webhooks', leaseSeconds);

  /** A step for each of them; one that fails is tried again in the next round. */
  const part = async <T>(
    name: string,
    find: () => Promise<T[]>,
    step: (one: T) => Promise<boolean>,
  ): Promise<boolean> => {
    let isMore = false;
    try {
      for (const one of await find()) {
        if (rounds.isStopping) return false;
        if (await step(one)) isMore = true;
      }
    } catch (error) {
      onError(name, error);
      return false;
    }
    return isMore;
  };

  const tick = async (): Promise<boolean> => {
    if (!(await lease.take())) return false;
    const cancelled = await part(
      'cancel',
      () => tends.cancellations(atOnce),
      (one) => tends.cancel(one, batch),
    );
    const forgotten = await part(
      'delete',
      () => tends.deleted(atOnce),
      (id) => tends.forget(id, batch),
    );
    const replayed = await part(
      'replay',
      () => tends.running(atOnce),
      async (id) => {
        const isMore = await tends.advance(id, batch);
        onQueued();
        return isMore;
      },
    );
    return cancelled || forgotten || replayed;
  };

  const round = async (): Promise<void> => {
    if (await tick()) rounds.wake();
  };
  const rounds = repeat(round, { betweenMilliseconds, onEnd: lease.giveUp });
  return { tick, stop: rounds.stop };
};
