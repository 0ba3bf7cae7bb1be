import { newId } from '../ids.ts';
import { hashKey, keyHint, makeKey } from './api-key.ts';
import type { KeyStore } from './key-store.ts';

export type CreateKey = (organisationId: string, name: string) => Promise<{ id: string; key: string }>;

/** A new key. It is given out here once and kept as a hash. */
export const createKey =
  (keys: KeyStore): CreateKey =>
  async (organisationId, name) => {
    const key = makeKey();
    const row = await keys.insert(organisationId, { id: newId('key'), name, hash: hashKey(key), hint: keyHint(key) });
    return { id: row.id, key };
  };
