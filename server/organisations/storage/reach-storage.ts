import type { StorageAccess } from '../../storage/bucket.ts';
import type { SecretSeal } from './seal-secret.ts';
import type { StorageStore } from './storage-store.ts';

/** `prefix` stands in front of new keys, without a slash at its end. */
export type ReachStorage = (organisationId: string) => Promise<(StorageAccess & { prefix: string }) | undefined>;

/** The settings with the secret in plain text, for those who speak to the bucket; undefined when there are none. */
export const reachStorage =
  (settings: Pick<StorageStore, 'find'>, seal: SecretSeal): ReachStorage =>
  async (organisationId) => {
    const row = await settings.find(organisationId);
    if (row === undefined) return undefined;
    return { ...row, secret_access_key: seal.open(organisationId, row.secret_access_key) };
  };
