import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';

export type KeyRow = {
  id: string;
  organisation_id: string;
  name: string;
  hint: string;
  /** The person who made it in the dashboard; null when it was made by a command. */
  created_by: string | null;
  created_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
};

export type CallerRow = {
  key_id: string;
  organisation_id: string;
  /** Why the operator suspended the organisation; null when it is not. */
  suspended_reason: string | null;
  requests: number;
  create: number;
  join: number;
};

const shown = [
  'id',
  'organisation_id',
  'name',
  'hint',
  'created_by',
  'created_at',
  'last_used_at',
  'revoked_at',
] as const;

/** The table keys. */
export const keyStore = (database: Database) => ({
  insert: (
    organisationId: string,
    key: { id: string; name: string; hash: Buffer; hint: string; created_by: string | null },
  ): Promise<KeyRow> =>
    database
      .insertInto('keys')
      .values({ organisation_id: organisationId, ...key })
      .returning(shown)
      .executeTakeFirstOrThrow(),

  list: (organisationId: string): Promise<KeyRow[]> =>
    database.selectFrom('keys').select(shown).where('organisation_id', '=', organisationId).orderBy('id').execute(),

  /** Newest first, with the e-mail address of who made each in the dashboard. */
  page: (
    organisationId: string,
    beforeId: string | undefined,
    most: number,
  ): Promise<(KeyRow & { created_by_email: string | null })[]> => {
    const query = database
      .selectFrom('keys')
      .leftJoin('people', 'people.id', 'keys.created_by')
      .select(shown.map((column) => `keys.${column}` as const))
      .select('people.email as created_by_email')
      .where('keys.organisation_id', '=', organisationId)
      .orderBy('keys.id', 'desc')
      .limit(most);
    return (beforeId === undefined ? query : query.where('keys.id', '<', beforeId)).execute();
  },

  /** Revokes the key if it is not revoked yet; undefined when there is no such key. The operator's, so of any organisation. */
  revoke: (keyId: string): Promise<KeyRow | undefined> =>
    database
      .updateTable('keys')
      .set({ revoked_at: sql<Date>`coalesce(revoked_at, now())` })
      .where('id', '=', keyId)
      .returning(shown)
      .executeTakeFirst(),

  /** The same for a key of this organisation alone. */
  revokeOf: (organisationId: string, keyId: string): Promise<KeyRow | undefined> =>
    database
      .updateTable('keys')
      .set({ revoked_at: sql<Date>`coalesce(revoked_at, now())` })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', keyId)
      .returning(shown)
      .executeTakeFirst(),

  /** Who holds the key of this hash, with the limits that apply. Undefined when nobody does or it was revoked. */
  findCaller: (hash: Buffer): Promise<CallerRow | undefined> =>
    database
      .selectFrom('keys')
      .innerJoin('organisations', 'organisations.id', 'keys.organisation_id')
      .innerJoin('plans', 'plans.name', 'organisations.plan')
      .select(({ fn, ref }) => [
        'keys.id as key_id',
        'keys.organisation_id',
        'organisations.suspended_reason',
        fn.coalesce(ref('organisations.limit_requests'), ref('plans.limit_requests')).as('requests'),
        fn.coalesce(ref('organisations.limit_create'), ref('plans.limit_create')).as('create'),
        fn.coalesce(ref('organisations.limit_join'), ref('plans.limit_join')).as('join'),
      ])
      .where('keys.hash', '=', hash)
      .where('keys.revoked_at', 'is', null)
      .executeTakeFirst(),

  callersVersion: async (): Promise<string> => {
    const row = await database.selectFrom('installation').select('callers_version').executeTakeFirstOrThrow();
    return row.callers_version;
  },

  /** Notes that keys were used just now, all in one statement. */
  touch: async (keyIds: Iterable<string>): Promise<void> => {
    // One text and no array, whose elements pg would escape one by one while requests wait.
    await sql`
      update keys set last_used_at = now()
      where id = any(string_to_array(${[...keyIds].join(',')}, ','))`.execute(database);
  },
});

export type KeyStore = ReturnType<typeof keyStore>;
