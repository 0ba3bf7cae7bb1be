import { newId } from '../ids.ts';
import { hashKey, keyHint, makeKey } from './api-key.ts';
import type { KeyRow, KeyStore } from './key-store.ts';

/** `createdBy` is a person's id; without it a command made the key. */
export type CreateKey = (
  organisationId: string,
  name: string,
  createdBy?: string,
) => Promise<{ id: string; key: string; row: KeyRow }>;

/** A new key. It is given out here once and kept as a hash. */
export const createKey =
  (keys: KeyStore): CreateKey =>
  async (organisationId, name, createdBy) => {
    const key = makeKey();
    const row = await keys.insert(organisationId, {
      id: newId('key'),
      name,
      hash: hashKey(key),
      hint: keyHint(key),
      created_by: createdBy ?? null,
    });
    return { id: row.id, key, row };
  };
