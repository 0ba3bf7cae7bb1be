import { repeat } from '../rounds.ts';
import type { JobRow, RecorderRow } from './job-store.ts';
import { limitUploads } from './limit-uploads.ts';
import type { SpoolFolder } from './spool.ts';
import { type Work, type WorkParts, workOnRecording } from './work-on-recording.ts';

/*
 * A recorder: one process with one spool. Once a second it
 *
 *   says that it is alive, whether it is able to record and how busy it is
 *   renews the leases of what it has, and learns what is to stop, was deleted, or is no longer its own
 *   takes back what an earlier process of this spool had
 *   takes new recordings as long as it has room
 */

const betweenMilliseconds = 1_000;
/** Recordings that wait for their storage to come back; each costs next to nothing. */
const uploadsAtOnce = 200;
/** Some minutes of recording for a few halls. */
const neededBytes = 512 * 1024 * 1024;

/** Whether a browser is there to record with; `reason` is for people. */
export type Ability = { readonly isAble: true } | { readonly isAble: false; readonly reason: string };

export type Recorder = {
  tick(): Promise<void>;
  /** Lets go of everything; what is in the spool is for the next process. */
  stop(): Promise<void>;
};

export type RecorderParts = Omit<WorkParts, 'row' | 'limit' | 'onError'> & {
  identity: { id: string; host: string };
  capacity: number;
  ability: () => Ability;
  neededBytes?: number;
  onError: (error: unknown, what: string, recordingId?: string) => void;
};

export const recordHalls = (parts: RecorderParts): Recorder => {
  const { jobs, folder, identity, capacity, onError } = parts;
  const works = new Map<string, Work>();
  const limit = limitUploads();

  const busy = (): number => [...works.values()].filter(({ isCapturing }) => isCapturing).length;

  const begin = (row: JobRow): void => {
    const work = workOnRecording({
      ...parts,
      row,
      limit,
      onError: (error, what) => onError(error, what, row.id),
    });
    works.set(row.id, work);
    void work.done.finally(() => works.delete(row.id));
  };

  const ability = async (folderOf: SpoolFolder): Promise<Ability> => {
    const free = await folderOf.freeBytes();
    if (free < (parts.neededBytes ?? neededBytes)) return { isAble: false, reason: "the recorder's disk is full" };
    return parts.ability();
  };

  const renew = async (): Promise<void> => {
    const held = await jobs.renew([...works.keys()]);
    const standing = new Map(held.map((row) => [row.id, row]));
    for (const work of works.values()) {
      const row = standing.get(work.id);
      if (row === undefined) work.abandon();
      else if (row.is_deleted) work.discard();
      else if (!row.is_wanted) work.stop();
    }
  };

  const part = async (what: string, work: () => Promise<void>): Promise<void> => {
    if (!rounds.isStopping) await work().catch((error: unknown) => onError(error, what));
  };

  const tick = async (): Promise<void> => {
    let able: Ability = { isAble: false, reason: 'the recorder starts' };
    await part('looking at the disk', async () => {
      able = await ability(folder);
    });
    const word: RecorderRow = {
      ...identity,
      capacity,
      busy: busy(),
      is_able: able.isAble,
      reason: able.isAble ? null : able.reason,
    };
    await part('saying that it is alive', () => jobs.heartbeat(word));
    // Those that ended meanwhile hold nothing any more, and would be taken for lost.
    if (works.size > 0) await part('renewing leases', renew);
    await part('taking back', async () => {
      if (works.size >= uploadsAtOnce) return;
      for (const row of await jobs.takeBack(uploadsAtOnce - works.size, [...works.keys()])) begin(row);
    });
    await part('taking new recordings', async () => {
      const room = capacity - busy();
      if (!able.isAble || room <= 0) return;
      for (const row of await jobs.takeNew(room)) begin(row);
    });
  };

  /** What lies in the spool of recordings that were completed just before an earlier process died. */
  const tidy = async (): Promise<void> => {
    for (const id of await jobs.completedAmong(await folder.list())) await (await folder.open(id)).remove();
  };

  const tidied = tidy().catch((error: unknown) => onError(error, 'tidying the spool'));
  const rounds = repeat(() => tidied.then(tick), { betweenMilliseconds, keepsAlive: true });

  return {
    tick,
    stop: async () => {
      await rounds.stop();
      const ending = [...works.values()];
      for (const work of ending) work.abandon();
      await Promise.all(ending.map(({ done }) => done));
      await jobs.release().catch((error: unknown) => onError(error, 'giving recordings free'));
    },
  };
};
