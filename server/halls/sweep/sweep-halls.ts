import { holdLease } from '../../database/hold-lease.ts';
import type { LeaseStore } from '../../database/lease-store.ts';
import type { MediaServer, Room } from '../../media/media-server.ts';
import { repeat } from '../../rounds.ts';
import { roomOf } from '../open-hall.ts';
import { forEach, inBatches } from './for-each.ts';
import type { OpenHallRow, SweepStore } from './sweep-store.ts';

/*
 * The sweep keeps the database and the media server in agreement, every two seconds, on one instance at a time:
 *
 *   opening, its process dead          → discarded, capacity back
 *   discarded                          → room deleted, then forgotten (after two minutes: a room may be made late)
 *   room of ours without a hall        → room deleted
 *   open hall without room, twice      → room made again (one incomplete list proves nothing)
 *   open hall, its count not the list's → who is inside is looked up and taken over; every half minute in any case
 *   the media server is back           → rooms of people in a call made again at once (`restore`), then a round for the others
 *
 * Each part stands for itself: one that fails is told to `onError` and the others go on.
 */

const betweenMilliseconds = 2_000;
const leaseSeconds = 20;
/** An opening request gives up after 4 s of LiveKit and at most two statements of 6 s and the waits for a connection. */
const staleSeconds = 30;
const batch = 1_000;
/** Equal counts may be of different people, so each hall with people inside is looked into once in so many rounds. */
const lookEvery = 15;

export type Sweep = {
  /** One round, if this instance has or gets the lease; false if it has not. */
  tick(): Promise<boolean>;
  /**
   * After the media server was away and lost its rooms: makes those again that people will come back to, and has the next
   * round begin at once for the others. Resolves when the first are there.
   */
  restore(): Promise<void>;
  stop(): Promise<void>;
};

export type SweepParts = {
  sweeps: SweepStore;
  leases: LeaseStore;
  media: MediaServer;
  /** Takes over who is inside a hall, given the sessions that were missing in the last look; gives those missing in this one. */
  reconcile: (hallId: string, missedBefore: ReadonlySet<string>) => Promise<string[]>;
  holder: string;
  /** Overrides how old a hall in `opening` is when its process counts as dead, in seconds. For tests. */
  staleSeconds?: number;
  onDone: (seconds: number) => void;
  onError: (part: string, error: unknown) => void;
};

export const sweepHalls = (parts: SweepParts): Sweep => {
  const { sweeps, media, reconcile, onDone, onError, ...settings } = parts;
  const lease = holdLease(parts, 'sweep', leaseSeconds);
  /** Halls without a room in the last round. */
  let missing = new Set<string>();
  /** Of each hall the sessions that its last look did not show though they should be there. */
  const missedSessions = new Map<string, ReadonlySet<string>>();
  let round = 0;
  /** The media server was away: what its list does not show is gone, and need not be missed twice. */
  let wasAway = false;

  const cleanUp = async (): Promise<void> => {
    const discarded = await sweeps.discarded(batch);
    await forEach(discarded, ({ id }) => media.deleteRoom(id));
    const old = discarded.filter(({ isOld }) => isOld).map(({ id }) => id);
    if (old.length > 0) await sweeps.forgetDiscarded(old);
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

  const lookInto = async ({ id }: OpenHallRow): Promise<void> => {
    const missed = await reconcile(id, missedSessions.get(id) ?? new Set());
    if (missed.length > 0) missedSessions.set(id, new Set(missed));
    else missedSessions.delete(id);
  };

  /** `listed`: people in the room by the list, undefined when it does not show the room. */
  const isToBeLookedInto = (hall: OpenHallRow, index: number, listed: number | undefined): boolean => {
    // Once more, also when it agrees by now: what was missed is confirmed or found again in the next look.
    if (missedSessions.has(hall.id)) return true;
    if (listed !== undefined && listed !== hall.participant_count) return true;
    return hall.participant_count > 0 && (index + round) % lookEvery === 0;
  };

  const compare = async (rooms: readonly Room[]): Promise<void> => {
    const areGone = wasAway;
    wasAway = false;
    const participants = new Map(rooms.map((room) => [room.name, room.participants]));
    const missingNow = new Set<string>();
    let index = 0;
    const failures: unknown[] = [];
    const keep = (error: unknown): void => void failures.push(error);
    for (let after = ''; ; ) {
      const halls = await sweeps.openAfter(after, batch);
      const gone = halls.filter((hall) => !participants.has(hall.id));
      for (const hall of gone) missingNow.add(hall.id);
      await forEach(
        gone.filter((hall) => areGone || missing.has(hall.id)),
        provideAgain,
      ).catch(keep);
      const first = index;
      await forEach(
        halls.filter((hall, offset) => isToBeLookedInto(hall, first + offset, participants.get(hall.id))),
        lookInto,
      ).catch(keep);
      index += halls.length;
      const last = halls.at(-1);
      if (last === undefined || halls.length < batch) break;
      after = last.id;
    }
    missing = missingNow;
    if (failures.length > 0) throw failures[0];
  };

  const part = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    if (!rounds.isStopping) await work().catch((error: unknown) => onError(name, error));
  };

  const tick = async (): Promise<boolean> => {
    if (!(await lease.take())) return false;
    const start = performance.now();
    round += 1;
    await part('discard stale halls', () => sweeps.discardStale(settings.staleSeconds ?? staleSeconds, batch));
    await part('clean up discarded halls', cleanUp);
    await part('compare rooms', async () => {
      const rooms = await media.listRooms();
      await deleteOrphans(rooms).catch((error: unknown) => onError('delete rooms without a hall', error));
      await compare(rooms);
    });
    onDone((performance.now() - start) / 1000);
    return true;
  };

  /** Without asking first which rooms are there: making one that is leaves it as it is, and every millisecond counts. */
  const restore = async (): Promise<void> => {
    for (let after = ''; !rounds.isStopping; ) {
      const halls = await sweeps.inhabitedAfter(after, batch);
      await forEach(halls, provideAgain);
      const last = halls.at(-1);
      if (last === undefined || halls.length < batch) return;
      after = last.id;
    }
  };

  const rounds = repeat(tick, { betweenMilliseconds, onEnd: lease.giveUp });

  return {
    tick,
    // Without the lease: its holder may have died together with the media server, and making a room twice makes one.
    restore: async () => {
      wasAway = true;
      await part('restore rooms', restore);
      rounds.wake();
    },
    stop: rounds.stop,
  };
};
