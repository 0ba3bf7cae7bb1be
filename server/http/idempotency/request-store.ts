import { sql } from 'kysely';
import type { Database } from '../../database/tables.ts';

/** A process that died holds its request no longer than this; longer than any request of a living one takes. */
export const leaseSeconds = 30;

export type Claim = { readonly seed: string; readonly resumed: boolean };
export type EarlierRequest = {
  readonly fingerprint: Buffer;
  readonly status: number | null;
  readonly location: string | null;
  readonly body: Buffer | null;
};

/** The table idempotent_requests: what was asked with an Idempotency-Key in the last 24 hours, and the answer. */
export const requestStore = (database: Database) => ({
  /**
   * Takes the request for this process: a new key, one older than 24 hours, or one whose process died at work.
   * Undefined when it is somebody else's: then `find` tells.
   */
  claim: async (organisationId: string, key: string, fingerprint: Buffer, seed: string): Promise<Claim | undefined> => {
    const { rows } = await sql<Claim>`
      insert into idempotent_requests as r (organisation_id, key, fingerprint, seed, leased_until)
      values (${organisationId}, ${key}, ${fingerprint}, ${seed}, now() + make_interval(secs => ${leaseSeconds}))
      on conflict (organisation_id, key) do update set
        fingerprint = excluded.fingerprint,
        leased_until = excluded.leased_until,
        seed = case when r.status is null then r.seed else excluded.seed end,
        status = null, location = null, body = null, created_at = now()
      where r.created_at < now() - interval '24 hours'
         or (r.status is null and r.leased_until < now() and r.fingerprint = excluded.fingerprint)
      returning seed, seed <> ${seed} as resumed`.execute(database);
    return rows[0];
  },

  find: (organisationId: string, key: string): Promise<EarlierRequest | undefined> =>
    database
      .selectFrom('idempotent_requests')
      .select(['fingerprint', 'status', 'location', 'body'])
      .where('organisation_id', '=', organisationId)
      .where('key', '=', key)
      .executeTakeFirst(),

  remember: (organisationId: string, key: string, answer: { status: number; location: string | null; body: Buffer }) =>
    database
      .updateTable('idempotent_requests')
      .set(answer)
      .where('organisation_id', '=', organisationId)
      .where('key', '=', key)
      .execute(),

  /** Forgets a request that was refused, so that its repeat is tried anew. */
  forget: (organisationId: string, key: string, seed: string) =>
    database
      .deleteFrom('idempotent_requests')
      .where('organisation_id', '=', organisationId)
      .where('key', '=', key)
      .where('seed', '=', seed)
      .where('status', 'is', null)
      .execute(),

  /** Gives back a request whose end is not known: its repeat resumes it, at once. */
  giveBack: (organisationId: string, key: string, seed: string) =>
    database
      .updateTable('idempotent_requests')
      .set({ leased_until: sql<Date>`'-infinity'` })
      .where('organisation_id', '=', organisationId)
      .where('key', '=', key)
      .where('seed', '=', seed)
      .where('status', 'is', null)
      .execute(),

  /** Removes up to `most` rows that are older than 24 hours; returns how many. */
  prune: async (most: number): Promise<number> => {
    const { numAffectedRows } = await sql`
      delete from idempotent_requests where ctid in (
        select ctid from idempotent_requests where created_at < now() - interval '24 hours'
        order by created_at limit ${most} for update skip locked)`.execute(database);
    return Number(numAffectedRows ?? 0);
  },
});

export type RequestStore = ReturnType<typeof requestStore>;
