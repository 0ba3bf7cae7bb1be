import { type Static, Type } from 'typebox';
import type { Actor, Audited } from '../audit/audited.ts';
import { type Paged, readPage } from '../cursor.ts';
import { HallError } from '../errors.ts';
import { Nullable, Time } from '../schemas.ts';
import { createKey } from './create-key.ts';
import { type KeyRow, type KeyStore, keyStore } from './key-store.ts';

export const Key = Type.Object({
  id: Type.String({ examples: ['key_01k9zq3v5c8r2m7d4t6w0x1y2z'] }),
  name: Type.String(),
  ends_with: Type.String({ description: "The key's last four characters." }),
  created_by: Nullable(Type.String({ description: "The person's e-mail address; null when a command made it." })),
  created_at: Time('When it was made.'),
  last_used_at: Nullable(Time('When it was last used, some seconds exact; null when it never was.')),
  revoked_at: Nullable(Time('When it was revoked; null while it is valid.')),
});

export const NewKey = Type.Object({
  ...Key.properties,
  key: Type.String({ description: 'The key itself. It is shown this once.' }),
});

export type ListKeys = (
  organisationId: string,
  page: { limit?: number; cursor?: string },
) => Promise<Paged<Static<typeof Key>>>;
export type IssueKey = (by: Actor, organisationId: string, name: string) => Promise<Static<typeof NewKey>>;
export type RevokeKey = (by: Actor, organisationId: string, keyId: string) => Promise<void>;

const presentKey = (row: KeyRow, createdBy: string | null): Static<typeof Key> => ({
  id: row.id,
  name: row.name,
  ends_with: row.hint,
  created_by: createdBy,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
});

/** Newest first, revoked ones too. */
export const listKeys =
  (keys: KeyStore): ListKeys =>
  (organisationId, page) =>
    readPage(
      'key',
      page,
      (beforeId, most) => keys.page(organisationId, beforeId, most),
      (row) => presentKey(row, row.created_by_email),
    );

/** A new key of the person who asks; it opens at once. */
export const issueKey =
  (audited: Audited): IssueKey =>
  (by, organisationId, name) =>
    audited(async (database, note) => {
      const { key, row } = await createKey(keyStore(database))(organisationId, name, by.personId);
      await note(by, { action: 'createKey', target: row.id, details: { name, ends_with: row.hint } });
      return { ...presentKey(row, by.email), key };
    });

/** Refused by every instance within one second. Revoking twice is no error. */
export const revokeKey =
  (audited: Audited): RevokeKey =>
  (by, organisationId, keyId) =>
    audited(async (database, note) => {
      const row = await keyStore(database).revokeOf(organisationId, keyId);
      if (row === undefined) throw new HallError('key_not_found');
      await note(by, { action: 'revokeKey', target: keyId, details: { name: row.name, ends_with: row.hint } });
    });
