import { sql } from 'kysely';
import type { Database, DisabledReason } from '../../database/tables.ts';

/** What of an endpoint an attempt needs. */
export type Target = {
  readonly id: string;
  readonly url: string;
  readonly secret: Buffer;
  readonly previous_secret: Buffer | null;
  readonly previous_secret_until: Date | null;
};

/** An event beside the delivery that tells of it; null when it is in no log. */
export type EventColumns = {
  readonly event_id: string;
  readonly event_type: string;
  readonly event_sequence: number | null;
  readonly event_data: object | null;
  readonly event_created_at: Date | null;
};

/** An endpoint that this process holds, and what it needs to know of it. */
export type HeldEndpoint = Target & {
  organisation_id: string;
  enabled: boolean;
  failing_since: Date | null;
  strikes: number;
  slow: boolean;
};

export type DueDelivery = EventColumns & {
  id: string;
  webhook_id: string;
  attempt_count: number;
  next_attempt_at: Date;
  body: string | null;
};

/** Up to which delivery an endpoint's queue was read, in the order in which they are due. */
export type Place = { readonly at: Date; readonly id: string };
export type Want = { readonly webhookId: string; readonly after: Place | undefined; readonly most: number };

/** `version` is the queue's at the moment of reading. */
export type Reading = { version: string; deliveries: DueDelivery[] };

export type Release = {
  webhookId: string;
  /** Of the reading that found nothing more; null when there may be more, which is looked at again after the rest. */
  emptyAt: string | null;
  restSeconds: number;
  slow: boolean;
  strikes: number;
};

/** What is lost in a crash of the database is sent again, so these commits need not wait for the disk. */
const unhurried = sql`select set_config('synchronous_commit', 'off', true) as hurry`;

/** Deliveries that were there when the endpoint was last disabled are not sent any more. */
const isWanted = sql`d.status = 'pending' and d.created_at > coalesce(q.cancelled_through, '-infinity')`;

/** The table webhook_queues: which endpoints have something due, and who is at work on them. Of all organisations at once. */
export const queueStore = (database: Database) => ({
  /**
   * Takes up to `most` endpoints that are due for `leaseSeconds`, those that have waited longest first. Reads as many entries
   * of the index as it takes, whatever waits behind them.
   */
  claim: async (slow: boolean, most: number, holder: string, leaseSeconds: number): Promise<HeldEndpoint[]> => {
    const { rows } = await sql<HeldEndpoint>`
      with hurry as materialized (${unhurried}), due as materialized (
        select webhook_id from webhook_queues where slow = ${slow} and due_at <= now()
        order by due_at limit ${most} for update skip locked
      ), claimed as (
        update webhook_queues q set holder = ${holder}, due_at = now() + make_interval(secs => ${leaseSeconds})
        from due, hurry where q.webhook_id = due.webhook_id
        returning q.webhook_id, q.strikes, q.slow
      )
      select w.id, w.organisation_id, w.url, w.secret, w.previous_secret, w.previous_secret_until, w.failing_since,
        w.enabled, claimed.strikes, claimed.slow
      from claimed join webhooks w on w.id = claimed.webhook_id`.execute(database);
    return rows;
  },

  /** Renews the leases that are still this holder's, and tells of those endpoints anew. */
  renew: async (ids: readonly string[], holder: string, leaseSeconds: number): Promise<HeldEndpoint[]> => {
    const { rows } = await sql<HeldEndpoint>`
      with hurry as materialized (${unhurried}), mine as materialized (
        select webhook_id from webhook_queues where webhook_id = any(${ids}) and holder = ${holder}
        order by webhook_id for update
      ), renewed as (
        update webhook_queues q set due_at = now() + make_interval(secs => ${leaseSeconds})
        from mine, hurry where q.webhook_id = mine.webhook_id
        returning q.webhook_id, q.strikes, q.slow
      )
      select w.id, w.organisation_id, w.url, w.secret, w.previous_secret, w.previous_secret_until, w.failing_since,
        w.enabled, renewed.strikes, renewed.slow
      from renewed join webhooks w on w.id = renewed.webhook_id`.execute(database);
    return rows;
  },

  /**
   * What is due for endpoints that are held, up to so many of each, oldest first, from a place on. What came to lie before that
   * place is found when the endpoint is given back. An endpoint that is missing is not held any more.
   */
  read: async (wants: readonly Want[], holder: string): Promise<Map<string, Reading>> => {
    const { rows } = await sql<{ version: string; held: string } & (DueDelivery | { id: null })>`
      select q.version, q.webhook_id as held, d.*, e.sequence as event_sequence, e.data as event_data,
        e.created_at as event_created_at
      from unnest(${wants.map((want) => want.webhookId)}::text[], ${wants.map((want) => want.after?.at ?? null)}::timestamptz[],
        ${wants.map((want) => want.after?.id ?? null)}::text[], ${wants.map((want) => want.most)}::integer[])
        as want (webhook_id, after_at, after_id, most)
      join webhook_queues q on q.webhook_id = want.webhook_id and q.holder = ${holder}
      left join lateral (
        select d.id, d.webhook_id, d.event_id, d.event_type, d.attempt_count, d.next_attempt_at, d.body
        from deliveries d
        where d.webhook_id = q.webhook_id and d.next_attempt_at <= now() and ${isWanted}
          and (d.next_attempt_at, d.id) > (coalesce(want.after_at, '-infinity'), coalesce(want.after_id, ''))
        order by d.next_attempt_at, d.id limit want.most
      ) as d on true
      left join events e on e.id = d.event_id`.execute(database);
    const readings = new Map<string, Reading>();
    for (const row of rows) {
      const reading = readings.get(row.held) ?? { version: row.version, deliveries: [] };
      if (row.id !== null) reading.deliveries.push(row);
      readings.set(row.held, reading);
    }
    return readings;
  },

  /**
   * Gives endpoints back. One that was found empty is due with its next attempt, unless something was put into its queue since:
   * then it stays held. Tells which are given back.
   */
  release: async (releases: readonly Release[], holder: string): Promise<Set<string>> => {
    const { rows } = await sql<{ webhook_id: string }>`
      with hurry as materialized (${unhurried}), given as materialized (
        select * from unnest(${releases.map((one) => one.webhookId)}::text[], ${releases.map((one) => one.emptyAt)}::bigint[],
          ${releases.map((one) => one.restSeconds)}::float8[], ${releases.map((one) => one.slow)}::boolean[],
          ${releases.map((one) => one.strikes)}::integer[]) as given (webhook_id, empty_at, rest, slow, strikes)
      ), locked as materialized (
        select q.webhook_id, q.cancelled_through from webhook_queues q join given on given.webhook_id = q.webhook_id
        where q.holder = ${holder} and (given.empty_at is null or given.empty_at = q.version)
        order by q.webhook_id for update of q skip locked
      ), next as (
        select given.*, now() + make_interval(secs => given.rest) as rests_until, case when given.empty_at is null then now() else (
          select min(d.next_attempt_at) from deliveries d
          where d.webhook_id = q.webhook_id and ${isWanted}
        ) end as due_at
        from locked q join given on given.webhook_id = q.webhook_id, hurry
      )
      update webhook_queues q set holder = null, slow = next.slow, strikes = next.strikes,
        rests_until = case when next.rest > 0 then next.rests_until end,
        due_at = case when next.due_at is not null then greatest(next.due_at, next.rests_until) end
      from next where q.webhook_id = next.webhook_id
      returning q.webhook_id`.execute(database);
    return new Set(rows.map((row) => row.webhook_id));
  },

  /** An endpoint that was disabled just before something came for it: that is cancelled too. */
  drop: async (ids: readonly string[]): Promise<void> => {
    await sql`
      update webhook_queues q set due_at = null, holder = null, cancelled_through = now()
      from webhooks w where q.webhook_id = any(${ids}) and w.id = q.webhook_id and not w.enabled`.execute(database);
  },

  /** Notes since when endpoints have been failing, and that they succeed again. */
  noteHealth: async (failing: readonly string[], well: readonly string[]): Promise<void> => {
    await sql`
      update webhooks set failing_since = case when id = any(${failing}) then coalesce(failing_since, now()) end
      where id = any(${[...failing, ...well].sort()})`.execute(database);
  },

  /** Disables an endpoint that is enabled, and has what waits for it cancelled. */
  disable: async (webhookId: string, reason: DisabledReason): Promise<boolean> => {
    const { rows } = await sql`
      with disabled as (
        update webhooks set enabled = false, disabled_reason = ${reason}, disabled_at = now()
        where id = ${webhookId} and enabled returning id
      )
      update webhook_queues q set due_at = null, holder = null, version = version + 1, cancelled_through = now()
      from disabled where q.webhook_id = disabled.id returning true`.execute(database);
    return rows.length > 0;
  },

  /** For how long, in seconds, the endpoint that waits longest has had something due that nobody has taken; 0 when none has. */
  oldestDueSeconds: async (): Promise<number> => {
    const { rows } = await sql<{ seconds: number | null }>`
      select extract(epoch from now() - least(
        (select min(due_at) from webhook_queues where not slow and due_at is not null),
        (select min(due_at) from webhook_queues where slow and due_at is not null)))::float8 as seconds`.execute(
      database,
    );
    return Math.max(0, rows[0]?.seconds ?? 0);
  },

  /** Deliveries that wait for an attempt, counted up to `most`: beyond that it would take long. */
  waiting: async (most: number): Promise<number> => {
    const { rows } = await sql<{ count: string }>`
      select count(*) from (select from deliveries where status = 'pending' limit ${most}) as waiting`.execute(
      database,
    );
    return Number(rows[0]?.count ?? 0);
  },
});

export type QueueStore = ReturnType<typeof queueStore>;
