import { sql } from 'kysely';
import type { Database } from '../../database/tables.ts';

export type Cancellation = { webhook_id: string; cancelled_through: Date };

/** What is done for endpoints beside sending, of all organisations at once, in bounded steps. */
export const tendStore = (database: Database) => ({
  cancellations: async (most: number): Promise<Cancellation[]> => {
    const { rows } = await sql<Cancellation>`
      select webhook_id, cancelled_through from webhook_queues where cancelled_through is not null
      order by webhook_id limit ${most}`.execute(database);
    return rows;
  },

  /** Cancels up to `most` deliveries; the last of them ends the cancellation. Tells whether there may be more. */
  cancel: async ({ webhook_id, cancelled_through }: Cancellation, most: number): Promise<boolean> => {
    const { numAffectedRows } = await sql`
      update deliveries set status = 'cancelled', next_attempt_at = null, finished_at = now()
      where id in (
        select id from deliveries where webhook_id = ${webhook_id} and status = 'pending' and created_at <= ${cancelled_through}
        limit ${most}
      ) and status = 'pending'`.execute(database);
    if (Number(numAffectedRows ?? 0) === most) return true;
    await sql`
      update webhook_queues set cancelled_through = null
      where webhook_id = ${webhook_id} and cancelled_through = ${cancelled_through}`.execute(database);
    return false;
  },

  deleted: async (most: number): Promise<string[]> => {
    const { rows } = await sql<{ id: string }>`
      select id from webhooks where deleted_at is not null order by id limit ${most}`.execute(database);
    return rows.map((row) => row.id);
  },

  /** Removes up to `most` deliveries of an endpoint that was deleted, and with the last of them the endpoint. */
  forget: async (webhookId: string, most: number): Promise<boolean> => {
    const { numAffectedRows } = await sql`
      delete from deliveries where id in (select id from deliveries where webhook_id = ${webhookId} limit ${most})`.execute(
      database,
    );
    if (Number(numAffectedRows ?? 0) === most) return true;
    // What was published at the very moment of deletion came after it.
    await sql`delete from webhooks where id = ${webhookId} and deleted_at < now() - interval '1 minute'`.execute(
      database,
    );
    return false;
  },

  running: async (most: number): Promise<string[]> => {
    const { rows } = await sql<{ id: string }>`
      select id from webhook_replays where status = 'running' order by id limit ${most}`.execute(database);
    return rows.map((row) => row.id);
  },

  /**
   * Looks at the next `most` events of a replay and queues those that are wanted. Waits while as many wait for the endpoint already.
   * Tells whether there is more to be done at once.
   */
  advance: async (replayId: string, most: number): Promise<boolean> => {
    const { rows } = await sql<{ looked: number; woken: unknown }>`
      with replay as materialized (
        select r.*, w.events, w.enabled from webhook_replays r join webhooks w on w.id = r.webhook_id
        where r.id = ${replayId} and r.status = 'running' for update of r skip locked
      ), room as materialized (
        select from replay where not enabled or (
          select count(*) from (
            select from deliveries d where d.webhook_id = replay.webhook_id and d.status = 'pending' limit ${most}
          ) as waiting
        ) < ${most}
      ), page as materialized (
        select e.* from room, replay cross join lateral (
          select e.id, e.type, e.position, e.created_at from events e
          where e.organisation_id = replay.organisation_id and e.position > replay.position
            and e.position <= replay.last_position
          order by e.position limit ${most}
        ) as e where replay.enabled
      ), queued as (
        insert into deliveries (id, organisation_id, webhook_id, event_id, event_type, reason, next_attempt_at)
        select new_delivery_id(ulid_time(clock_timestamp()), page.position), replay.organisation_id, replay.webhook_id, page.id,
          page.type, 'replay', now()
        from page, replay
        where page.created_at >= replay.from_time and page.created_at < replay.to_time
          and replay.events && array['*', page.type]
        order by page.position
        returning webhook_id
      ), moved as (
        update webhook_replays r set
          position = coalesce((select max(position) from page), r.position),
          queued = r.queued + (select count(*) from queued),
          status = case when not replay.enabled then 'cancelled'
            when (select count(*) from page) < ${most} then 'completed' else 'running' end,
          finished_at = case when not replay.enabled or (select count(*) from page) < ${most} then now() end
        from replay, room where r.id = replay.id
      )
      select (select count(*)::integer from page) as looked,
        wake_webhooks(array(select distinct webhook_id from queued)) as woken`.execute(database);
    return rows[0]?.looked === most;
  },
});

export type TendStore = ReturnType<typeof tendStore>;
