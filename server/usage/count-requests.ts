import { repeat } from '../rounds.ts';
import type { UsageStore } from './usage-store.ts';

/** The numbers are for people: some seconds late is soon enough, and one statement a while is cheap. */
const betweenMilliseconds = 10_000;

export type CountedRequests = {
  /** `refusedBy` is the window that was full; undefined for an admitted request. */
  count(organisationId: string, refusedBy: string | undefined): void;
  tick(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Sums up requests by organisation and day in memory. The loop: every ten seconds, and at the end, adds the sums to the
 * database; what could not be added stays for the next round. A process that is killed loses its last seconds.
 */
export const countRequests = (
  usage: Pick<UsageStore, 'add'>,
  clock: { now(): number },
  onError: (error: unknown) => void,
): CountedRequests => {
  let sums = new Map<string, number>();

  const add = (key: string, count: number): void => {
    sums.set(key, (sums.get(key) ?? 0) + count);
  };

  const tick = async (): Promise<void> => {
    if (sums.size === 0) return;
    const taken = sums;
    sums = new Map();
    try {
      await usage.add(
        [...taken].map(([key, count]) => {
          const [organisationId = '', day = '', what = ''] = key.split(' ');
          return { organisationId, day, what, count };
        }),
      );
    } catch (error) {
      for (const [key, count] of taken) add(key, count);
      throw error;
    }
  };

  const round = (): Promise<void> => tick().catch(onError);
  const rounds = repeat(round, { betweenMilliseconds, onEnd: round });

  let day = { name: '', endsAt: 0 };
  const today = (): string => {
    const now = clock.now();
    if (now >= day.endsAt) {
      const name = new Date(now).toISOString().slice(0, 10);
      day = { name, endsAt: Date.parse(name) + 86_400_000 };
    }
    return day.name;
  };

  return {
    count: (organisationId, refusedBy) =>
      add(`${organisationId} ${today()} ${refusedBy === undefined ? 'requests' : `refused_${refusedBy}`}`, 1),
    tick,
    stop: rounds.stop,
  };
};
