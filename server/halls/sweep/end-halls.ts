import { setTimeout as sleep } from 'node:timers/promises';
import { holdLease } from '../../database/hold-lease.ts';
import type { LeaseStore } from '../../database/lease-store.ts';
import type { MediaServer } from '../../media/media-server.ts';
import { repeat } from '../../rounds.ts';
import type { DueHall, EndStore, Warning } from './end-store.ts';
import { forEach } from './for-each.ts';

/*
 * Ends halls when their time is up, and tells the people inside before, twice a second, on one instance at a time:
 *
 *   open, five minutes or one before its end  → everybody inside is told, once
 *   open, max_duration over                   → room deleted, closed
 *   open, empty for too long                  → asked once more who is inside; if nobody: room deleted, closed
 *
 * A hall whose room cannot be deleted stays open and is tried again in the next round; the others do not wait for it.
 */

const betweenMilliseconds = 500;
/** A round that takes longer goes on beside the next, which leaves its halls alone: one room that hangs delays no other hall. */
const patienceMilliseconds = 1_000;
const leaseSeconds = 10;
const batch = 1_000;

/** The topic and type of the message that people inside get; also in docs/integrators.md. */
const endingTopic = 'hall.ending';

export type Ends = {
  /** One round, if this instance has or gets the lease; false if it has not. */
  tick(): Promise<boolean>;
  stop(): Promise<void>;
};

export type EndParts = {
  ends: EndStore;
  leases: LeaseStore;
  media: MediaServer;
  holder: string;
  onError: (part: string, error: unknown) => void;
};

export const endHalls = ({ ends, leases, media, holder, onError }: EndParts): Ends => {
  const lease = holdLease({ leases, holder, onError }, 'ends', leaseSeconds);
  /** Halls that a round is at work on. */
  const underWay = new Set<string>();

  const end = async (hall: DueHall): Promise<void> => {
    // The count follows events, which may be late. Whoever is inside keeps the hall open and is counted by the sweep.
    if (hall.close_reason === 'empty' && (await media.listSessions(hall.id)).length > 0) return;
    await media.deleteRoom(hall.id);
    await ends.close(hall);
  };

  const warn = async ({ id, expires_at, secondsLeft, isInhabited }: Warning): Promise<void> => {
    if (!isInhabited) return;
    const message = { type: endingTopic, expires_at: expires_at.toISOString(), seconds_left: secondsLeft };
    await media.tell(id, endingTopic, message);
  };

  const part = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    if (!rounds.isStopping) await work().catch((error: unknown) => onError(name, error));
  };

  const tick = async (): Promise<boolean> => {
    if (!(await lease.take())) return false;
    await part('close due halls', async () => {
      const due = (await ends.due(batch)).filter(({ id }) => !underWay.has(id));
      for (const { id } of due) underWay.add(id);
      await forEach(due, (hall) => end(hall).finally(() => underWay.delete(hall.id)));
    });
    await part('tell of the end', async () => forEach(await ends.takeWarnings(batch), warn));
    return true;
  };

  const ticks = new Set<Promise<unknown>>();
  const round = async (): Promise<void> => {
    const ticking = tick();
    ticks.add(ticking);
    void ticking.finally(() => ticks.delete(ticking));
    await Promise.race([ticking, sleep(patienceMilliseconds, undefined, { ref: false })]);
  };
  const rounds = repeat(round, { betweenMilliseconds, onEnd: () => Promise.all(ticks).then(lease.giveUp) });
  return { tick, stop: rounds.stop };
};
