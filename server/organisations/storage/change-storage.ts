import type { Actor, Audited } from '../../audit/audited.ts';
import { removeStorage } from './remove-storage.ts';
import type { SecretSeal } from './seal-secret.ts';
import { setStorage } from './set-storage.ts';
import type { StorageBody, StorageWish } from './storage-settings.ts';
import { storageStore } from './storage-store.ts';

export type ChangeStorage = {
  set(by: Actor, organisationId: string, wish: StorageWish): Promise<StorageBody>;
  remove(by: Actor, organisationId: string, isForced: boolean): Promise<void>;
};

/** As setStorage and removeStorage, by a person of the dashboard; the audit log has neither the secret nor the key's id. */
export const changeStorage = (audited: Audited, seal: SecretSeal): ChangeStorage => ({
  set: (by, organisationId, wish) =>
    audited(async (database, note) => {
      const settings = await setStorage(storageStore(database), seal)(organisationId, wish);
      const { endpoint, region, bucket, prefix } = settings;
      await note(by, { action: 'setStorage', target: organisationId, details: { endpoint, region, bucket, prefix } });
      return settings;
    }),
  remove: (by, organisationId, isForced) =>
    audited(async (database, note) => {
      await removeStorage(storageStore(database))(organisationId, isForced);
      await note(by, { action: 'removeStorage', target: organisationId, details: { forced: isForced } });
    }),
});
