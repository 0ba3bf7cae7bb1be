import { sql } from 'kysely';
import type { Database } from '../../database/tables.ts';

/** An organisation's bucket; the secret is encrypted. */
export type StorageRow = {
  organisation_id: string;
  endpoint: string;
  region: string;
  bucket: string;
  prefix: string;
  path_style: boolean;
  access_key_id: string;
  secret_access_key: Buffer;
  updated_at: Date;
};

/** The table storage_settings. */
export const storageStore = (database: Database) => ({
  find: (organisationId: string): Promise<StorageRow | undefined> =>
    database
      .selectFrom('storage_settings')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .executeTakeFirst(),

  /** Undefined when there is no such organisation. */
  set: async (row: Omit<StorageRow, 'updated_at'>): Promise<StorageRow | undefined> => {
    const { rows } = await sql<StorageRow>`
      insert into storage_settings
        (organisation_id, endpoint, region, bucket, prefix, path_style, access_key_id, secret_access_key)
      select id, ${row.endpoint}, ${row.region}, ${row.bucket}, ${row.prefix}, ${row.path_style}, ${row.access_key_id},
        ${row.secret_access_key}
      from organisations where id = ${row.organisation_id}
      on conflict (organisation_id) do update set endpoint = excluded.endpoint, region = excluded.region,
        bucket = excluded.bucket, prefix = excluded.prefix, path_style = excluded.path_style,
        access_key_id = excluded.access_key_id, secret_access_key = excluded.secret_access_key, updated_at = now()
      returning *`.execute(database);
    return rows[0];
  },

  /**
   * Removes the settings, unless halls that are to be recorded are open and `isForced` is not set. Tells how many such halls
   * there are, and whether there were settings at all.
   */
  remove: async (
    organisationId: string,
    isForced: boolean,
  ): Promise<{ recorded_halls: number; found: boolean; removed: boolean }> => {
    const { rows } = await sql<{ recorded_halls: number; found: boolean; removed: boolean }>`
      with halls_ as (
        select count(*)::integer as count from halls
        where organisation_id = ${organisationId} and status in ('opening', 'open') and record
      ), found as (
        select from storage_settings where organisation_id = ${organisationId}
      ), removed as (
        delete from storage_settings using halls_
        where organisation_id = ${organisationId} and (${isForced} or halls_.count = 0) returning true
      )
      select halls_.count as recorded_halls, exists (select from found) as found, exists (select from removed) as removed
      from halls_`.execute(database);
    const [row] = rows;
    if (row === undefined) throw new Error('removing storage settings gave no row');
    return row;
  },
});

export type StorageStore = ReturnType<typeof storageStore>;
