import { sql } from 'kysely';
import type { Database, DeliveryReason, DeliveryStatus, LoggedAttempt } from '../../database/tables.ts';

export type DeliveryRow = {
  id: string;
  webhook_id: string;
  event_id: string;
  event_type: string;
  reason: DeliveryReason;
  status: DeliveryStatus;
  attempt_count: number;
  next_attempt_at: Date | null;
  response_status: number | null;
  error: string | null;
  created_at: Date;
  finished_at: Date | null;
};

/** The event of a delivery as the log of events has it; all null when it has none, and then the delivery has its own body. */
export type DeliveredEvent = {
  event_sequence: number | null;
  event_data: object | null;
  event_created_at: Date | null;
};

export type WholeDeliveryRow = DeliveryRow & DeliveredEvent & { attempts: LoggedAttempt[]; body: string | null };

export type FinishedTest = {
  id: string;
  webhookId: string;
  eventId: string;
  eventType: string;
  status: DeliveryStatus;
  attempt: LoggedAttempt;
  body: string;
};

const names = [
  'id',
  'webhook_id',
  'event_id',
  'event_type',
  'reason',
  'status',
  'attempt_count',
  'next_attempt_at',
  'response_status',
  'error',
  'created_at',
  'finished_at',
] as const;
const columns = sql.raw(names.map((name) => `d.${name}`).join(', '));

/** Deliveries are kept so long; after that the event itself is still in its log for some weeks. */
const keptDays = 7;

/** The table deliveries as people read it. What belongs to an endpoint that was deleted is not there any more. */
export const deliveryStore = (database: Database) => ({
  /** Newest first. Each status walks its own part of the index, whichever are asked for. */
  list: async (
    organisationId: string,
    webhookId: string,
    filter: { statuses: readonly DeliveryStatus[]; beforeId: string | undefined },
    most: number,
  ): Promise<DeliveryRow[]> => {
    const before = filter.beforeId ?? '~';
    const { rows } = await sql<DeliveryRow>`
      select d.* from unnest(${filter.statuses}::text[]) as wanted (wanted_status)
      cross join lateral (
        select ${columns} from deliveries d
        where d.organisation_id = ${organisationId} and d.webhook_id = ${webhookId} and d.status = wanted_status
          and d.id < ${before}
        order by d.id desc limit ${most}
      ) as d
      order by d.id desc limit ${most}`.execute(database);
    return rows;
  },

  find: async (organisationId: string, deliveryId: string): Promise<WholeDeliveryRow | undefined> => {
    const { rows } = await sql<WholeDeliveryRow>`
      select ${columns}, d.attempts, d.body, e.sequence as event_sequence, e.data as event_data,
        e.created_at as event_created_at
      from deliveries d
      join webhooks w on w.id = d.webhook_id and w.deleted_at is null
      left join events e on e.id = d.event_id
      where d.organisation_id = ${organisationId} and d.id = ${deliveryId}`.execute(database);
    return rows[0];
  },

  /** Another delivery of the same event to the same endpoint, if that is enabled. Once for each id. */
  repeat: async (organisationId: string, deliveryId: string, newId: string): Promise<boolean> => {
    const { rows } = await sql`
      with repeated as (
        insert into deliveries (id, organisation_id, webhook_id, event_id, event_type, reason, body, next_attempt_at)
        select ${newId}, d.organisation_id, d.webhook_id, d.event_id, d.event_type, 'redelivery', d.body, now()
        from deliveries d join webhooks w on w.id = d.webhook_id and w.enabled and w.deleted_at is null
        where d.organisation_id = ${organisationId} and d.id = ${deliveryId}
        on conflict (id) do nothing
        returning webhook_id
      )
      select wake_webhooks(array[webhook_id]) from repeated`.execute(database);
    return rows.length > 0;
  },

  /** A test, which is over when it is noted. */
  noteTest: async (organisationId: string, test: FinishedTest): Promise<void> => {
    const { id, webhookId, eventId, eventType, status, attempt, body } = test;
    await sql`
      insert into deliveries (id, organisation_id, webhook_id, event_id, event_type, reason, status, attempt_count,
        response_status, error, attempts, body, finished_at)
      values (${id}, ${organisationId}, ${webhookId}, ${eventId}, ${eventType}, 'test', ${status}, 1,
        ${attempt.response_status}, ${attempt.error}, ${JSON.stringify([attempt])}::jsonb, ${body}, now())
      on conflict (id) do nothing`.execute(database);
  },

  /** Removes, up to `most` at once, what is older than seven days. */
  prune: async (most: number): Promise<number> => {
    const { numAffectedRows } = await sql`
      delete from deliveries where id in (
        select id from deliveries where id < 'dlv_' || ulid_time(now() - make_interval(days => ${keptDays}))
        order by id limit ${most} for update skip locked
      )`.execute(database);
    return Number(numAffectedRows ?? 0);
  },
});

export type DeliveryStore = ReturnType<typeof deliveryStore>;
