import { type Egress, type EgressServer, NoEgress, NoEgressWorker } from '../../media/livekit-egress.ts';
import { MediaRefusal } from '../../media/media-server.ts';
import type { StorageTest } from '../../organisations/storage/test-storage.ts';
import { bucketOf } from '../../recordings/download-recording.ts';
import { after } from '../../recordings/recording-states.ts';
import type { Bucket, OpenBucket, StorageAccess } from '../../storage/bucket.ts';
import { StorageError } from '../../storage/storage-error.ts';
import type { Layout } from '../capture/capture.ts';
import type { JobStore } from '../job-store.ts';
import { objectKeyOf, placeOf } from '../object-key.ts';
import type { EgressRow, EgressStore } from './egress-store.ts';
import type { Step } from './next-step.ts';

/** What the layout page is recorded at. */
const size = { width: 1280, height: 720 };

export type EgressWorkParts = {
  server: EgressServer;
  egresses: EgressStore;
  jobs: JobStore;
  /** The page that a worker's browser opens, as workers reach Hall. */
  pageUrl: string;
  layout: Layout;
  reach: (organisationId: string) => Promise<(StorageAccess & { prefix: string }) | undefined>;
  openBucket: OpenBucket;
  testStorage: (organisationId: string) => Promise<StorageTest | undefined>;
  /** Tells the people inside whether they are being recorded. */
  tell: (hallId: string) => Promise<void>;
  /** Told what became of an order: undefined when a worker took it, else why none did, for people. */
  onOrdered: (refusal: string | undefined) => void;
  onError: (error: unknown, what: string, recordingId: string) => void;
};

const noSettings = 'The organisation has no storage settings.';
const unfree = 'no LiveKit Egress worker is free, or none runs';
const unconnected = 'LiveKit has no Redis, without which there is no Egress';
const refused = 'LiveKit Egress did not take the recording; it is asked again.';
const notThere = 'LiveKit Egress said that it had uploaded the recording, but the object is not in the bucket.';
const cutShort = 'It ends early: LiveKit Egress reached the limit that it sets for one recording.';

/** Orders that wait for LiveKit at a time: it looks for a worker for half a minute, and other calls are not to wait behind. */
const ordersAtOnce = 8;

/** Seconds before somebody is asked again. */
const pauseAfter = (tries: number): number => Math.min(2 * 2 ** tries, 30);
/** LiveKit itself has looked for a worker for so long that nothing is gained by a longer pause. */
const unfreeSeconds = 1;
/** Between two probes of a bucket that would refuse the film. */
const untestedSeconds = 5;

/** Does the steps that next-step.ts finds. Each is finished before the next one is found. */
export const workOnEgress = (parts: EgressWorkParts) => {
  const { server, egresses, jobs } = parts;

  const pageOf = ({ hall_name: name }: EgressRow): string => {
    const url = new URL(parts.pageUrl);
    if (name !== null) url.searchParams.set('title', name);
    return url.href;
  };

  /** Why the film would be lost in the end; undefined when it would not. A worker uploads once, with what it was given at its start. */
  const faultOfStorage = async (organisationId: string): Promise<string | undefined> => {
    const tested = await parts.testStorage(organisationId);
    if (tested === undefined) return noSettings;
    return tested.ok ? undefined : tested.detail;
  };

  /** What becomes of an order that was not taken. Rejects when that is not known: then a worker may have it all the same. */
  const notTaken = async (row: EgressRow, error: unknown): Promise<void> => {
    if (error instanceof NoEgress || error instanceof NoEgressWorker) {
      const reason = error instanceof NoEgress ? unconnected : unfree;
      parts.onOrdered(reason);
      return egresses.notTaken(row.id, row.tries, unfreeSeconds, `It waits: ${reason}.`);
    }
    if (!(error instanceof MediaRefusal)) throw error;
    parts.onError(error, 'LiveKit Egress refused a recording', row.id);
    await egresses.notTaken(row.id, row.tries + 1, pauseAfter(row.tries), refused);
  };

  const order = async (row: EgressRow): Promise<void> => {
    const fault = await faultOfStorage(row.organisation_id);
    const access = await parts.reach(row.organisation_id);
    if (fault !== undefined || access === undefined)
      return egresses.notTaken(row.id, row.tries, untestedSeconds, fault ?? noSettings);
    // Two workers must never write the same object: each try has a name of its own.
    const name = row.tries === 0 ? row.id : `${row.id}-${row.tries + 1}`;
    const key = objectKeyOf(access.prefix, row.hall_id, name);
    await jobs.uploadBegun(row.id, key, placeOf(access), null);
    await egresses.asking(row.id);
    const egress = await server
      .start({ room: row.hall_id, pageUrl: pageOf(row), layout: parts.layout, key, access })
      .catch((error: unknown) => notTaken(row, error));
    if (egress === undefined) return;
    parts.onOrdered(undefined);
    await egresses.taken(row.id, egress.id);
  };

  let ordering = 0;
  /** When too many orders wait already, nothing: its turn comes with a later look. */
  const ask = async (row: EgressRow): Promise<void> => {
    if (ordering >= ordersAtOnce) return;
    ordering += 1;
    await order(row).finally(() => {
      ordering -= 1;
    });
  };

  const withBucket = async <T>(row: EgressRow, work: (bucket: Bucket) => Promise<T>): Promise<T | undefined> => {
    const bucket = await bucketOf(parts, row.organisation_id, row);
    if (bucket === undefined) {
      await jobs.trouble(row.id, noSettings);
      return undefined;
    }
    try {
      return await work(bucket);
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      parts.onError(error, 'the bucket of a recording could not be asked', row.id);
      await jobs.trouble(row.id, error.message);
      return undefined;
    } finally {
      bucket.close();
    }
  };

  const completed = async (row: EgressRow, key: string, bytes: number, seconds: number | null, note: string | null) => {
    await egresses.measured(row.id, key, seconds, size);
    await jobs.completed(row.id, bytes, null, note);
  };

  const over = async (row: EgressRow, change: Parameters<EgressStore['over']>[1]): Promise<void> => {
    await egresses.over(row.id, change);
    await parts.tell(row.hall_id);
  };
  const fail = (row: EgressRow, failure: string, next: boolean) => over(row, { to: 'failed', failure, next });
  const end = (row: EgressRow, failure: string | null, next: boolean) => over(row, { to: 'uploading', failure, next });

  const check = async (row: EgressRow, egress: Egress): Promise<void> => {
    const { file } = egress;
    if (file === undefined) return fail(row, notThere, false);
    await withBucket(row, async (bucket) => {
      if ((await bucket.sizeOf(file.key)) !== file.bytes) return fail(row, notThere, false);
      await completed(row, file.key, file.bytes, file.seconds, egress.state === 'limit_reached' ? cutShort : null);
    });
  };

  /** A worker that died after its upload has told nobody of it: an object is there whole or not at all. */
  const lose = async (row: EgressRow, failure: string, next: boolean): Promise<void> => {
    const { object_key: key } = row;
    if (row.status !== 'uploading') return end(row, failure, next);
    await withBucket(row, async (bucket) => {
      const bytes = key === null ? undefined : await bucket.sizeOf(key);
      if (key === null || bytes === undefined || bytes === 0) return fail(row, failure, next);
      await completed(row, key, bytes, null, null);
    });
  };

  const remove = async (row: EgressRow, egress: Egress | undefined): Promise<void> => {
    const keys = new Set([row.object_key, egress?.file?.key].filter((key) => typeof key === 'string'));
    const isDone = await withBucket(row, async (bucket) => {
      for (const key of keys) await bucket.delete(key);
      return true;
    });
    if (isDone === true) await jobs.removed(row.id);
  };

  /** Resolves with whether the worker heard, where it was spoken to. */
  const take = async (step: Step, row: EgressRow, egress: Egress | undefined): Promise<boolean | undefined> => {
    switch (step.do) {
      case 'ask':
        await ask(row);
        return undefined;
      case 'ask again':
        await egresses.notTaken(row.id, row.tries, pauseAfter(row.tries), step.trouble);
        return undefined;
      case 'stop':
        return row.egress_id === null ? undefined : server.stop(row.egress_id);
      case 'begin':
        await jobs.captured(
          row.id,
          'starting',
          after('starting', 'captured') ?? 'starting',
          egress?.startedAt ?? new Date(),
        );
        await parts.tell(row.hall_id);
        return undefined;
      case 'end':
        await end(row, null, step.next);
        return undefined;
      case 'check':
        if (egress !== undefined) await check(row, egress);
        return undefined;
      case 'lose':
        await lose(row, step.failure, step.next);
        return undefined;
      case 'fail':
        await fail(row, step.failure, step.next);
        return undefined;
      case 'remove':
        await remove(row, egress);
        return undefined;
      default:
        return undefined;
    }
  };
  return { take };
};

export type EgressWork = ReturnType<typeof workOnEgress>;
