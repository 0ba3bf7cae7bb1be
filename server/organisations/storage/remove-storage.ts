import { HallError } from '../../errors.ts';
import type { StorageStore } from './storage-store.ts';

export type RemoveStorage = (organisationId: string, isForced: boolean) => Promise<void>;

/**
 * Removes the settings; objects stay in the bucket. Refused while open halls are to be recorded, unless forced: then what is
 * recorded waits at the recorder until there are settings again.
 */
export const removeStorage =
  (settings: StorageStore): RemoveStorage =>
  async (organisationId, isForced) => {
    const { recorded_halls: halls, found, removed } = await settings.remove(organisationId, isForced);
    if (!found) throw new HallError('storage_not_found');
    if (!removed) throw new HallError('storage_in_use', { values: { halls } });
  };
