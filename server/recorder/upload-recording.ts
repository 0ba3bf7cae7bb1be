import { setTimeout as sleep } from 'node:timers/promises';
import type { Bucket, OpenBucket, StorageAccess, StoragePlace } from '../storage/bucket.ts';
import { StorageError } from '../storage/storage-error.ts';
import { finishedHead, headBytes } from './file/finished-head.ts';
import type { JobRow, JobStore } from './job-store.ts';
import type { LimitUploads } from './limit-uploads.ts';
import { objectKeyOf, placeOf, posterKeyOf } from './object-key.ts';
import type { Spool } from './spool.ts';

/*
 * The object is a head of fixed length and the media of the spool behind it, cut into parts of equal size (some storage asks
 * for that). While recording goes on:
 *
 *   the bytes of part 2, 3, 4 … are on the disk → the part is uploaded, its ETag kept in the database
 *
 * and when it has ended: the last part, part 1 with the head, which is known only now, the completion, and a look at the
 * object's size. Whatever fails is tried again for ever, with growing pauses.
 */

/** With at most 10,000 parts, objects of 78 GiB: a day at 7 Mbit/s. */
export const partBytes = 8 * 1024 * 1024;

const noSettings = 'The organisation has no storage settings. What was recorded waits at the recorder.';

export type ReachUpload = (organisationId: string) => Promise<(StorageAccess & { prefix: string }) | undefined>;

export type Uploading = {
  /** More is on the disk. */
  wake(): void;
  /** Recording has ended; resolves with the object's size and the poster's key when both are in the bucket, or rejects when stopped. */
  finish(): Promise<{ bytes: number; posterKey: string | null }>;
  /** Removes what is in the bucket of it. */
  discard(): Promise<void>;
  stop(): Promise<void>;
};

export type UploadParts = {
  row: JobRow;
  spool: Spool;
  jobs: JobStore;
  reach: ReachUpload;
  openBucket: OpenBucket;
  limit: LimitUploads;
  /** Told what is in the way, and null when nothing is any more. */
  onTrouble: (error: unknown, sentence: string | null) => void;
  longestPauseMilliseconds?: number;
};

const sentenceOf = (error: unknown): string => {
  const isForPeople = error instanceof StorageError || (error instanceof Error && error.message === noSettings);
  return isForPeople ? error.message : 'The upload does not succeed at this moment; it is tried again.';
};

const isSamePlace = (one: StoragePlace, other: StoragePlace): boolean =>
  one.endpoint === other.endpoint &&
  one.region === other.region &&
  one.bucket === other.bucket &&
  one.path_style === other.path_style;

export const uploadRecording = (parts: UploadParts): Uploading => {
  const { row, spool, jobs, limit, onTrouble } = parts;
  const stopping = new AbortController();
  const {
    promise: finished,
    resolve: onFinished,
    reject: onStopped,
  } = Promise.withResolvers<{
    bytes: number;
    posterKey: string | null;
  }>();
  finished.catch(() => {});
  let waking = new AbortController();
  let isSealed = false;
  let isDone = false;
  let upload = { key: row.object_key, place: row.place, id: row.upload_id };
  let etags: Map<number, string> | undefined;

  const objectBytes = (): number => headBytes + spool.bytes;
  const partCount = (): number => Math.ceil(objectBytes() / partBytes);

  const bytesOf = async (number: number): Promise<Uint8Array> => {
    const from = (number - 1) * partBytes - headBytes;
    const to = Math.min(from + partBytes, spool.bytes);
    const media = await spool.read(Math.max(0, from), to);
    if (number > 1) return media;
    if (spool.init === undefined || spool.timeline === undefined) throw new Error('the spool is empty');
    return Buffer.concat([finishedHead(spool.init, spool.timeline), media]);
  };

  /** The bucket of the settings as they are now: mended ones count from the next try on. */
  const reachBucket = async (): Promise<{ bucket: Bucket; access: StorageAccess & { prefix: string } }> => {
    const access = await parts.reach(row.organisation_id);
    if (access === undefined) throw new Error(noSettings);
    return { bucket: parts.openBucket(access, stopping.signal), access };
  };

  const begin = async (bucket: Bucket, access: StorageAccess & { prefix: string }): Promise<string> => {
    const key = objectKeyOf(access.prefix, row.hall_id, row.id);
    const id = await bucket.beginUpload(key, 'video/mp4');
    await jobs.uploadBegun(row.id, key, placeOf(access), id);
    upload = { key, place: placeOf(access), id };
    etags = new Map();
    return id;
  };

  /** The upload under way; another place, or an upload that the storage has forgotten, makes a new one. */
  const currentUpload = async (bucket: Bucket, access: StorageAccess & { prefix: string }) => {
    const isHere = upload.place !== null && isSamePlace(upload.place, access);
    const id = upload.id !== null && upload.key !== null && isHere ? upload.id : await begin(bucket, access);
    etags ??= new Map((await jobs.parts(row.id)).map(({ number, etag }) => [number, etag]));
    return { id, key: upload.key ?? '', etags };
  };

  const nextPart = (done: ReadonlyMap<number, string>): number | undefined => {
    const last = partCount();
    for (let number = 2; number <= last; number += 1) {
      if (done.has(number)) continue;
      return isSealed || number * partBytes <= objectBytes() ? number : undefined;
    }
    return isSealed && !done.has(1) ? 1 : undefined;
  };

  const complete = async (bucket: Bucket, id: string, key: string, done: ReadonlyMap<number, string>) => {
    const bytes = objectBytes();
    // The answer to an earlier completion may have been lost.
    if ((await bucket.sizeOf(key)) !== bytes) {
      const list = [...done]
        .map(([number, etag]) => ({ number, etag }))
        .sort((one, other) => one.number - other.number);
      await bucket.completeUpload(key, id, list);
      const found = await bucket.sizeOf(key);
      if (found !== bytes)
        throw new StorageError('upload_gone', new Error(`the object has ${found} bytes, not ${bytes}`));
    }
    const poster = await spool.poster();
    const posterKey = poster === undefined ? null : posterKeyOf(key);
    if (poster !== undefined && posterKey !== null) await bucket.put(posterKey, poster, 'image/jpeg');
    isDone = true;
    onFinished({ bytes, posterKey });
  };

  /**
   * A server that refuses a part may close the connection before it has read all of it, and its answer is lost. What it says of
   * a small request is the reason.
   */
  const reasonOf = async (bucket: Bucket, error: unknown): Promise<unknown> => {
    const { key, id } = upload;
    if (!(error instanceof StorageError) || !error.passes || key === null || id === null) return error;
    const isKnown = await bucket.hasUpload(key, id).catch((reason: unknown) => reason);
    if (isKnown === false) return new StorageError('upload_gone', error);
    return isKnown === true ? error : isKnown;
  };

  /** Does what can be done next; false when there is nothing. */
  const step = async (): Promise<boolean> => {
    if (!isSealed && nextPart(etags ?? new Map()) === undefined) return false;
    const { bucket, access } = await reachBucket();
    try {
      const { id, key, etags: done } = await currentUpload(bucket, access);
      const number = nextPart(done);
      if (number === undefined) {
        if (!isSealed) return false;
        await complete(bucket, id, key, done);
        return true;
      }
      const etag = await limit(row.organisation_id, async () =>
        bucket.uploadPart(key, id, number, await bytesOf(number)),
      );
      await jobs.partUploaded(row.id, number, etag);
      done.set(number, etag);
      return true;
    } catch (error) {
      const reason = await reasonOf(bucket, error);
      // The storage has forgotten the upload, or what came of it is not what was sent: another begins.
      if (reason instanceof StorageError && reason.fault === 'upload_gone') upload = { ...upload, id: null };
      throw reason;
    } finally {
      bucket.close();
    }
  };

  const pause = async (failures: number): Promise<void> => {
    const longest = parts.longestPauseMilliseconds ?? 30_000;
    await sleep(Math.min(500 * 2 ** failures, longest), undefined, { signal: stopping.signal }).catch(() => {});
  };

  const untilWoken = async (): Promise<void> => {
    const signal = AbortSignal.any([waking.signal, stopping.signal]);
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    waking = new AbortController();
  };

  const run = async (): Promise<void> => {
    let failures = 0;
    while (!stopping.signal.aborted && !isDone) {
      try {
        const didSomething = await step();
        if (failures > 0) onTrouble(undefined, null);
        failures = 0;
        if (!didSomething) await untilWoken();
      } catch (error) {
        if (stopping.signal.aborted) break;
        onTrouble(error, sentenceOf(error));
        await pause(failures);
        failures += 1;
      }
    }
  };
  const running = run();
  const wake = (): void => waking.abort();

  return {
    wake,
    finish: () => {
      isSealed = true;
      wake();
      return finished;
    },
    discard: async () => {
      const { key, id } = upload;
      const access = await parts.reach(row.organisation_id);
      if (key === null || access === undefined) return;
      const bucket = parts.openBucket({ ...access, ...upload.place });
      if (id !== null) await bucket.abortUpload(key, id);
      await bucket.delete(key);
      await bucket.delete(posterKeyOf(key));
      bucket.close();
    },
    stop: async () => {
      stopping.abort();
      onStopped(new Error('the recorder stops'));
      await running;
    },
  };
};
