import { HallError } from '../../errors.ts';
import type { SecretSeal } from './seal-secret.ts';
import { presentStorage, readStorageWish, type StorageBody, type StorageWish } from './storage-settings.ts';
import type { StorageStore } from './storage-store.ts';

export type SetStorage = (organisationId: string, wish: StorageWish) => Promise<StorageBody>;

/**
 * Says where an organisation's recordings go from now on. The endpoint may be in a private network: storage beside Hall is the
 * usual case, and what the endpoint answers is never shown (server/storage/storage-error.ts).
 */
export const setStorage =
  (settings: StorageStore, seal: SecretSeal): SetStorage =>
  async (organisationId, wish) => {
    const { secret_access_key: secret, ...rest } = readStorageWish(wish);
    const row = await settings.set({
      ...rest,
      organisation_id: organisationId,
      secret_access_key: seal.close(organisationId, secret),
    });
    if (row === undefined) throw new HallError('organisation_not_found');
    return presentStorage(row);
  };
