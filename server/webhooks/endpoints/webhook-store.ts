import { sql } from 'kysely';
import type { Database, DisabledReason } from '../../database/tables.ts';

export type WebhookRow = {
  id: string;
  organisation_id: string;
  url: string;
  events: string[];
  description: string | null;
  enabled: boolean;
  disabled_reason: DisabledReason | null;
  disabled_at: Date | null;
  failing_since: Date | null;
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_secret_until: Date | null;
  rotated_by: string | null;
  created_at: Date;
};

export type NewWebhook = Pick<WebhookRow, 'id' | 'url' | 'events' | 'description' | 'secret'>;
export type WebhookChange = { url?: string; events?: string[]; description?: string | null; enabled?: boolean };

const columns = [
  'id',
  'organisation_id',
  'url',
  'events',
  'description',
  'enabled',
  'disabled_reason',
  'disabled_at',
  'failing_since',
  'secret',
  'previous_secret',
  'previous_secret_until',
  'rotated_by',
  'created_at',
] as const;
const columnList = sql.raw(columns.join(', '));

/** The table webhooks, with the counter on the organisation's row and the endpoint's queue, which change in the same statement. */
export const webhookStore = (database: Database) => ({
  /** Undefined when the organisation has `most` of them already. */
  create: async (organisationId: string, webhook: NewWebhook, most: number): Promise<WebhookRow | undefined> => {
    const { id, url, events, description, secret } = webhook;
    const { rows } = await sql<WebhookRow>`
      with taken as (
        update organisations set webhook_count = webhook_count + 1
        where id = ${organisationId} and webhook_count < ${most} returning id
      ), made as (
        insert into webhooks (id, organisation_id, url, events, description, secret)
        select ${id}, taken.id, ${url}, ${events}, ${description}, ${secret} from taken
        returning ${columnList}
      ), queue as (
        insert into webhook_queues (webhook_id) select id from made
      )
      select * from made`.execute(database);
    return rows[0];
  },

  find: (organisationId: string, webhookId: string): Promise<WebhookRow | undefined> =>
    database
      .selectFrom('webhooks')
      .select(columns)
      .where('organisation_id', '=', organisationId)
      .where('id', '=', webhookId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),

  /** Newest first. */
  list: (organisationId: string, beforeId: string | undefined, most: number): Promise<WebhookRow[]> => {
    const query = database
      .selectFrom('webhooks')
      .select(columns)
      .where('organisation_id', '=', organisationId)
      .where('deleted_at', 'is', null)
      .orderBy('id', 'desc')
      .limit(most);
    return (beforeId === undefined ? query : query.where('id', '<', beforeId)).execute();
  },

  /** Disabled, it cancels what waits, a batch at a time; enabled again, it begins anew and its failures are forgotten. */
  update: async (
    organisationId: string,
    webhookId: string,
    { url, events, description, enabled }: WebhookChange,
  ): Promise<WebhookRow | undefined> => {
    const wanted = enabled ?? null;
    const { rows } = await sql<WebhookRow>`
      with before as (
        select id, enabled from webhooks
        where organisation_id = ${organisationId} and id = ${webhookId} and deleted_at is null for update
      ), changed as (
        update webhooks w set
          url = coalesce(${url ?? null}, w.url),
          events = coalesce(${events ?? null}::text[], w.events),
          description = case when ${description !== undefined}::boolean then ${description ?? null} else w.description end,
          enabled = coalesce(${wanted}::boolean, w.enabled),
          disabled_reason = case when coalesce(${wanted}::boolean, w.enabled) then null
            else coalesce(w.disabled_reason, 'requested') end,
          disabled_at = case when coalesce(${wanted}::boolean, w.enabled) then null else coalesce(w.disabled_at, now()) end,
          failing_since = case when ${wanted}::boolean and not w.enabled then null else w.failing_since end
        from before where w.id = before.id
        returning ${sql.raw(columns.map((column) => `w.${column}`).join(', '))}, before.enabled as was_enabled
      ), queue as (
        update webhook_queues q set version = version + 1, due_at = null, holder = null, strikes = 0, slow = false,
          rests_until = null, cancelled_through = case when changed.enabled then q.cancelled_through else now() end
        from changed where q.webhook_id = changed.id and changed.enabled <> changed.was_enabled
      )
      select ${columnList} from changed`.execute(database);
    return rows[0];
  },

  /** Gone for the API at once; its deliveries and the row itself are removed in batches. */
  delete: async (organisationId: string, webhookId: string): Promise<boolean> => {
    const { rows } = await sql`
      with gone as (
        update webhooks set deleted_at = now(), enabled = false, disabled_reason = 'requested', disabled_at = now(),
          url = '', description = null, secret = '', previous_secret = null
        where organisation_id = ${organisationId} and id = ${webhookId} and deleted_at is null
        returning id, organisation_id
      ), counted as (
        update organisations o set webhook_count = webhook_count - 1 from gone where o.id = gone.organisation_id
      ), queue as (
        update webhook_queues q set version = version + 1, due_at = null, holder = null from gone where q.webhook_id = gone.id
      )
      select from gone`.execute(database);
    return rows.length > 0;
  },

  /** The secret so far signs beside the new one until `previousUntil`. Once for each attempt that is named. */
  rotate: async (
    organisationId: string,
    webhookId: string,
    { secret, previousUntil, by }: { secret: Buffer; previousUntil: Date; by: string | null },
  ): Promise<WebhookRow | undefined> => {
    const { rows } = await sql<WebhookRow>`
      update webhooks set previous_secret = secret, previous_secret_until = ${previousUntil}, secret = ${secret},
        rotated_by = ${by}
      where organisation_id = ${organisationId} and id = ${webhookId} and deleted_at is null
        and (${by}::text is null or rotated_by is distinct from ${by})
      returning ${columnList}`.execute(database);
    return rows[0];
  },
});

export type WebhookStore = ReturnType<typeof webhookStore>;
