import type pg from 'pg';
import type { Tenant } from './tenants.ts';

export type InsertedHall = { readonly id: string; readonly key: string; readonly organisationId: string };

/** Ten characters of time in Crockford's base 32, as a ULID begins. */
const timePart = Array.from(
  { length: 10 },
  (_, place) => `substr('0123456789abcdefghjkmnpqrstvwxyz', (ms >> ${5 * (9 - place)} & 31)::integer + 1, 1)`,
).join(' || ');

/**
 * Inserts halls that were made one after another during the last month, by each of the tenants in turn; the newest tenth is
 * open. Their ids rise with time as those of server/ids.ts do; the random part is of hexadecimal digits, which are base 32 too.
 */
export const insertHalls = async (pool: pg.Pool, tenants: readonly Tenant[], howMany: number): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into halls (id, organisation_id, status, close_reason, name, record, max_participants,
         empty_timeout_seconds, max_duration_seconds, metadata, created_at, expires_at, empties_at, closed_at)
       select 'hall_' || ${timePart} || substr(md5(number::text), 1, 16), ($1::text[])[number % $3 + 1],
         case when is_open then 'open' else 'closed' end, case when not is_open then 'empty' end,
         'Algebra II, hour ' || number, false, 100, 600, 86400, '{"course": "algebra-2"}', made,
         now() + interval '1 day', case when is_open then now() + interval '1 day' end, case when not is_open then made end
       from (
         select number, number >= $2 * 0.9 as is_open, made, (extract(epoch from made) * 1000)::bigint as ms
         from generate_series(0, $2::integer - 1) as number,
           lateral (select now() - interval '30 days' * (($2 - number)::float8 / $2)) as at (made)
       ) as hall`,
      [tenants.map((tenant) => tenant.organisationId), howMany, tenants.length],
    );
    await client.query(
      `update organisations set open_halls = counted.halls
       from (select organisation_id, count(*) as halls from halls where status = 'open' group by 1) as counted
       where id = organisation_id`,
    );
    await client.query('commit');
    await client.query('vacuum analyze');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
};

/** The halls of some tenants, with the key that opens each. */
export const hallsOf = async (
  pool: pg.Pool,
  tenants: readonly Tenant[],
  status: 'open' | 'closed',
): Promise<readonly InsertedHall[]> => {
  const keys = new Map(tenants.map(({ organisationId, key }) => [organisationId, key]));
  const { rows } = await pool.query<{ id: string; organisation_id: string }>(
    'select id, organisation_id from halls where organisation_id = any($1) and status = $2 order by md5(id)',
    [[...keys.keys()], status],
  );
  return rows.map(({ id, organisation_id: organisationId }) => ({
    id,
    organisationId,
    key: keys.get(organisationId) ?? '',
  }));
};

/**
 * Gives the sweep to an instance that never does it: LiveKit has no rooms for the inserted halls, and the sweep would make
 * them all. Where instances share the work, the one that serves a request is rarely the one that sweeps either.
 */
export const holdSweep = async (pool: pg.Pool): Promise<void> => {
  await pool.query(
    `insert into leases (name, holder, until) select name, 'nobody', now() + interval '1 day' from unnest(array['sweep', 'ends']) as name`,
  );
};
