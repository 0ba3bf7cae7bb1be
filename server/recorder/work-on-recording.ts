import { setTimeout as sleep } from 'node:timers/promises';
import { after } from '../recordings/recording-states.ts';
import { type CaptureOutcome, captureHall, type HallCaptureParts } from './capture-hall.ts';
import { leadingTrack } from './file/init-segment.ts';
import type { JobRow, JobStore } from './job-store.ts';
import type { Spool, SpoolFolder } from './spool.ts';
import { type UploadParts, uploadRecording } from './upload-recording.ts';

/*
 * One recording in the hands of this process, from where an earlier one left it:
 *
 *   starting, recording ──▶ capture into the spool, parts uploaded beside it ──▶ uploading ──▶ completed, spool removed
 *   nothing captured ──▶ failed with the reason
 *   deleted by its owner ──▶ capture, upload, object, spool and row removed
 *   abandoned (this process stops, or another has it) ──▶ left as it is, in the spool
 */

export type Work = {
  readonly id: string;
  readonly isCapturing: boolean;
  readonly done: Promise<void>;
  /** Nobody wants it to go on. */
  stop(): void;
  /** Its owner deleted it. */
  discard(): void;
  /** Lets go of it at once. */
  abandon(): void;
};

export type WorkParts = Pick<UploadParts, 'reach' | 'openBucket' | 'limit' | 'longestPauseMilliseconds'> &
  Pick<HallCaptureParts, 'startCapture' | 'pauseAfter' | 'layout'> & {
    row: JobRow;
    folder: SpoolFolder;
    jobs: JobStore;
    admission: (row: JobRow) => { serverUrl: string; token: string };
    /** Tells the people inside whether they are being recorded. */
    tell: (hallId: string) => Promise<void>;
    onError: (error: unknown, what: string) => void;
  };

const notes: Readonly<Partial<Record<CaptureOutcome['why'], string>>> = {
  disk: "It ends early: the recorder's disk took no more.",
  differs: 'It ends early: picture or sound changed their form. Another recording goes on from there.',
};

const reasonOf = ({ why, error }: CaptureOutcome): string => {
  if (why === 'disk') return "Nothing was recorded: the recorder's disk takes no more.";
  return error === undefined
    ? 'Nothing was recorded: it ended before its first second.'
    : 'Nothing was recorded: the recording browser failed or did not get into the hall.';
};

const retryMilliseconds = 5_000;

const hasMaterial = (spool: Spool): boolean => spool.bytes > 0;

const factsOf = ({ init, timeline }: Spool) => {
  const track = init === undefined ? undefined : leadingTrack(init);
  const isPicture = track !== undefined && track.kind === 'video';
  return {
    seconds: timeline?.endSeconds ?? 0,
    width: isPicture ? track.width : null,
    height: isPicture ? track.height : null,
  };
};

export const workOnRecording = (parts: WorkParts): Work => {
  const { row, folder, jobs, onError } = parts;
  let isCapturing = row.is_wanted && (row.status === 'starting' || row.status === 'recording') && !row.is_deleted;
  let isDiscarded = row.is_deleted;
  let isAbandoned = false;
  let isStopped = !row.is_wanted;
  const letting = new AbortController();
  const stops = new Set<() => void>();
  const abandons = new Set<() => void>();
  const told = (what: string) => (error: unknown) => onError(error, what);

  const tell = (): Promise<void> => parts.tell(row.hall_id).catch(told('telling whether the hall is recorded'));

  const noteCaptured = (spool: Spool): Promise<boolean> => {
    const startedAt = new Date(Date.now() - (spool.timeline?.endSeconds ?? 0) * 1_000);
    return jobs.captured(row.id, 'starting', after('starting', 'captured') ?? 'starting', startedAt);
  };

  const capture = async (spool: Spool, wakeUpload: () => void): Promise<CaptureOutcome> => {
    let isNoted = false;
    let isSettled = false;
    let noting = Promise.resolve();
    const captured = captureHall({
      ...parts,
      spool,
      admission: () => parts.admission(row),
      title: row.hall_name,
      onKept: () => {
        wakeUpload();
        if (!isSettled) {
          isSettled = true;
          void jobs.trouble(row.id, null).catch(() => {});
          void tell();
        }
        if (!isNoted)
          noting = noting.then(async () => {
            isNoted ||= await noteCaptured(spool);
          }, told('noting the first piece'));
      },
      onFailure: (error, reason) => {
        isSettled = false;
        // The database tells within a second that the hall is no more.
        if (reason === 'hall_ended') return;
        onError(error, `a capture ended: ${reason}`);
        void jobs.trouble(row.id, 'The recording browser failed; it is being started again.').catch(() => {});
      },
    });
    stops.add(captured.stop);
    abandons.add(captured.abandon);
    if (isStopped) captured.stop();
    if (isAbandoned || isDiscarded) captured.abandon();
    const outcome = await captured.ended;
    await noting.catch(told('noting the first piece'));
    return outcome;
  };

  /** Tries until the database takes it; false when somebody else has the recording. */
  const write = async (change: () => Promise<boolean>): Promise<boolean> => {
    for (let pause = 200; !letting.signal.aborted; pause = Math.min(pause * 2, 5_000)) {
      try {
        return await change();
      } catch (error) {
        onError(error, 'writing what became of a recording');
        await sleep(pause, undefined, { signal: letting.signal }).catch(() => {});
      }
    }
    return false;
  };

  const finish = async (spool: Spool, outcome: CaptureOutcome, finishUpload: () => Promise<FinishedUpload>) => {
    if (!hasMaterial(spool)) {
      if (await write(() => jobs.failed(row.id, reasonOf(outcome)))) await spool.remove();
      void tell();
      return;
    }
    // An earlier process may have died, or the database been away, before the first piece was noted.
    await write(() => noteCaptured(spool));
    await write(() => jobs.ended(row.id, after('recording', 'ended') ?? 'uploading', factsOf(spool)));
    if (outcome.why === 'differs') await write(() => jobs.next(row.hall_id).then(() => true));
    void tell();
    const { bytes, posterKey } = await finishUpload();
    if (await write(() => jobs.completed(row.id, bytes, posterKey, notes[outcome.why] ?? null))) await spool.remove();
  };

  const run = async (): Promise<void> => {
    const spool = await folder.open(row.id);
    const upload = uploadRecording({
      ...parts,
      spool,
      onTrouble: (error, sentence) => {
        if (error !== undefined) onError(error, 'an upload does not succeed');
        void jobs.trouble(row.id, sentence).catch(() => {});
      },
    });
    abandons.add(() => void upload.stop());
    try {
      const outcome: CaptureOutcome = isCapturing
        ? await capture(spool, upload.wake)
        : { why: 'stopped', error: undefined };
      isCapturing = false;
      if (!isDiscarded && !isAbandoned) await finish(spool, outcome, upload.finish);
    } catch (error) {
      if (!isDiscarded && !isAbandoned) throw error;
    } finally {
      await upload.stop();
      if (isDiscarded) {
        await upload.discard();
        await spool.remove();
        await jobs.removed(row.id);
      }
      await spool.close().catch(() => {});
    }
  };

  /** Tried again after a while, by whoever takes it: it stays in the spool. */
  const letGo = async (error: unknown): Promise<void> => {
    onError(error, 'a recording could not be worked on');
    await sleep(retryMilliseconds, undefined, { signal: letting.signal }).catch(() => {});
    await jobs.letGo(row.id).catch(told('giving a recording free'));
  };

  const abandon = (): void => {
    isAbandoned = true;
    letting.abort();
    for (const one of abandons) one();
  };
  const done = run().catch(letGo);
  return {
    id: row.id,
    get isCapturing() {
      return isCapturing;
    },
    done,
    stop: () => {
      isStopped = true;
      for (const one of stops) one();
    },
    discard: () => {
      if (isDiscarded) return;
      isDiscarded = true;
      letting.abort();
      for (const one of abandons) one();
    },
    abandon,
  };
};

type FinishedUpload = { bytes: number; posterKey: string | null };
