import { repeat } from '../rounds.ts';
import type { EventStore, Published } from './event-store.ts';

/*
 * Gives events their positions, some time after the transactions that wrote them:
 *
 *   written   → committed with the change that it tells of, shown to nobody
 *   published → has a position; lists, streams and deliveries take it from there
 *
 * Every instance does it; a lock in the database puts them in line, and whoever comes second finds nothing left to do. Each
 * round also learns how far all of them have come, so this one asks nobody else.
 */

/** What a change waits for at most, and an idle instance costs: one small statement each time. See decision 011. */
const betweenMilliseconds = 20;
/** After a failure, so that a database that is away is not asked all the time. */
const afterFailureMilliseconds = 500;
const batch = 500;

export type Publisher = {
  /** Publishes all that is waiting and tells up to which position everything is published. */
  tick(): Promise<number>;
  stop(): Promise<void>;
};

export type PublisherParts = {
  events: Pick<EventStore, 'publish'>;
  onPublished: (position: number) => void;
  observe: (published: Published) => void;
  /** Once for each time that publishing begins to fail. */
  onError: (error: unknown) => void;
};

export const publishEvents = ({ events, onPublished, observe, onError }: PublisherParts): Publisher => {
  const tick = async (): Promise<number> => {
    for (;;) {
      const published = await events.publish(batch);
      if (published.count > 0) observe(published);
      onPublished(published.lastPosition);
      if (published.count < batch || rounds.isStopping) return published.lastPosition;
    }
  };

  const rounds = repeat(tick, { betweenMilliseconds, afterFailureMilliseconds, onError });
  return { tick, stop: rounds.stop };
};
