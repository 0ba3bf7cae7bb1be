import { presentStorage, type StorageBody } from './storage-settings.ts';
import type { StorageStore } from './storage-store.ts';

export type GetStorage = (organisationId: string) => Promise<StorageBody | undefined>;

/** The organisation's storage settings, without the secret; undefined when it has none. */
export const getStorage =
  (settings: StorageStore): GetStorage =>
  async (organisationId) => {
    const row = await settings.find(organisationId);
    return row === undefined ? undefined : presentStorage(row);
  };
