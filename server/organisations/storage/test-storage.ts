import { randomBytes } from 'node:crypto';
import type { OpenBucket } from '../../storage/bucket.ts';
import { StorageError } from '../../storage/storage-error.ts';
import type { ReachStorage } from './reach-storage.ts';

/** `step`: what was tried when it failed. */
export type StorageTest =
  | { readonly ok: true }
  | { readonly ok: false; readonly step: 'write' | 'read' | 'delete'; readonly fault: string; readonly detail: string };

export type TestStorage = (organisationId: string) => Promise<StorageTest | undefined>;

/** Writes, reads and deletes a probe object, and says in a person's words what failed; undefined without settings. */
export const testStorage =
  (reach: ReachStorage, openBucket: OpenBucket): TestStorage =>
  async (organisationId) => {
    const access = await reach(organisationId);
    if (access === undefined) return undefined;
    const bucket = openBucket(access);
    const key = [access.prefix, `hall-probe-${randomBytes(8).toString('hex')}`].filter((part) => part !== '').join('/');
    const probe = randomBytes(32);
    let step: 'write' | 'read' | 'delete' = 'write';
    try {
      await bucket.put(key, probe, 'application/octet-stream');
      step = 'read';
      const read = await bucket.get(key);
      if (!probe.equals(read)) throw new StorageError('not_storage', new Error('the probe was read back changed'));
      step = 'delete';
      await bucket.delete(key);
      return { ok: true };
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      return { ok: false, step, fault: error.fault, detail: error.message };
    } finally {
      bucket.close();
    }
  };
