import { setTimeout as sleep } from 'node:timers/promises';
import type { LeaseStore } from '../../database/lease-store.ts';
import type { MediaServer, Room } from '../../media/media-server.ts';
import { roomOf } from '../open-hall.ts';
import type { OpenHallRow, SweepStore } from './sweep-store.ts';

/*
 * The sweep keeps the database and the media server in agreement, every two seconds, on one instance at a time:
 *
 *   opening, its process dead      → discarded, capacity back
 *   discarded                      → room deleted, then forgotten (after two minutes: a room may be made late)
 *   room of ours without a hall    → room deleted
 *   open hall without room, twice  → room made again (one incomplete list proves nothing)
 *   open hall                      → participant_count as the media server sees it
 *   open, its time up              → room deleted, closed
 *
 * Each part stands for itself: one that fails is told to `onError` and the others go on.
 */

const betweenMilliseconds = 2_000;
const leaseSeconds = 20;
/** An opening request gives up after 4 s of LiveKit and at most two statements of 6 s and the waits for a connection. */
const staleSeconds = 30;
const batch = 1_000;
/** So many calls to the media server at once. */
const atOnce = 8;

export type Sweep = {
  /** One round, if this instance has or gets the lease; false if it has not. */
  tick(): Promise<boolean>;
  stop(): Promise<void>;
};

export type SweepParts = {
  sweeps: SweepStore;
  leases: LeaseStore;
  media: MediaServer;
  holder: string;
  /** Overrides how old a hall in `opening` is when its process counts as dead, in seconds. For tests. */
  staleSeconds?: number;
  onDone: (seconds: number) => void;
  onError: (part: string, error: unknown) => void;
};

const inBatches = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

/** Runs `work` for each item, a few at once; the first failure is thrown when the rest of its group has ended. */
const forEach = async <T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> => {
  for (const group of inBatches(items, atOnce)) {
    const results = await Promise.allSettled(group.map(work));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }
};

export const sweepHalls = ({ sweeps, leases, media, holder, onDone, onError, ...settings }: SweepParts): Sweep => {
  const stopping = new AbortController();
  /** Halls without a room in the last round. */
  let missing = new Set<string>();

  const cleanUp = async (): Promise<void> => {
    const discarded = await sweeps.discarded(batch);
    await forEach(discarded, ({ id }) => media.deleteRoom(id));
    const old = discarded.filter(({ isOld }) => isOld).map(({ id }) => id);
    if (old.length > 0) await sweeps.forgetDiscarded(old);
  };

  const closeDue = async (): Promise<void> => {
    await forEach(await sweeps.due(batch), async (hall) => {
      // The count is some seconds old. Who entered since then keeps the hall open, and is counted in a later round.
      if (hall.close_reason === 'empty' && (await media.countParticipants(hall.id)) > 0) return;
      await media.deleteRoom(hall.id);
      await sweeps.closeDue(hall);
    });
  };

  const deleteOrphans = async (rooms: readonly Room[]): Promise<void> => {
    for (const group of inBatches(rooms, batch)) {
      const wanted = await sweeps.unsettledAmong(group.map((room) => room.name));
      await forEach(
        group.filter((room) => !wanted.has(room.name)),
        (room) => media.deleteRoom(room.name),
      );
    }
  };

  const provideAgain = async (hall: OpenHallRow): Promise<void> => {
    await media.createRoom(roomOf(hall));
    // Closed while the room was being made: then nobody else will remove it.
    if (!(await sweeps.isOpen(hall.id))) await media.deleteRoom(hall.id);
  };

  const compare = async (rooms: readonly Room[]): Promise<void> => {
    const participants = new Map(rooms.map((room) => [room.name, room.participants]));
    const missingNow = new Set<string>();
    for (let after = ''; ; ) {
      const halls = await sweeps.openAfter(after, batch);
      const gone = halls.filter((hall) => !participants.has(hall.id));
      for (const hall of gone) missingNow.add(hall.id);
      await forEach(
        gone.filter((hall) => missing.has(hall.id)),
        provideAgain,
      );
      // A hall that is not in the list keeps its count: its people may be inside all the same.
      const counts = halls
        .map(({ id, participant_count: was }) => ({ id, participants: participants.get(id) ?? was, was }))
        .filter((count) => count.participants !== count.was);
      if (counts.length > 0) await sweeps.setCounts(counts);
      const last = halls.at(-1);
      if (last === undefined || halls.length < batch) break;
      after = last.id;
    }
    missing = missingNow;
  };

  const part = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    if (!stopping.signal.aborted) await work().catch((error: unknown) => onError(name, error));
  };

  const tick = async (): Promise<boolean> => {
    const held = await leases.take('sweep', holder, leaseSeconds).catch((error: unknown) => {
      onError('lease', error);
      return false;
    });
    if (!held) return false;
    const start = performance.now();
    await part('discard stale halls', () => sweeps.discardStale(settings.staleSeconds ?? staleSeconds, batch));
    await part('clean up discarded halls', cleanUp);
    await part('compare rooms', async () => {
      const rooms = await media.listRooms();
      await deleteOrphans(rooms);
      await compare(rooms);
    });
    await part('close due halls', closeDue);
    onDone((performance.now() - start) / 1000);
    return true;
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await tick();
      await sleep(betweenMilliseconds, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
    await leases.giveUp('sweep', holder).catch(() => {});
  };
  const running = run();

  return {
    tick,
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
};
