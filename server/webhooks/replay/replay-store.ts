import { sql } from 'kysely';
import type { Database } from '../../database/tables.ts';

export type ReplayRow = {
  id: string;
  webhook_id: string;
  from_time: Date;
  to_time: Date;
  status: 'running' | 'completed' | 'cancelled';
  queued: number;
  created_at: Date;
  finished_at: Date | null;
};

const columns = ['id', 'webhook_id', 'from_time', 'to_time', 'status', 'queued', 'created_at', 'finished_at'] as const;

/** The table webhook_replays: which times' events are to be sent to an endpoint again. */
export const replayStore = (database: Database) => ({
  /** Of what is published by now. Once for each id; undefined when another runs, or the endpoint is disabled. */
  start: async (
    organisationId: string,
    { id, webhookId, from, to }: { id: string; webhookId: string; from: Date; to: Date },
  ): Promise<ReplayRow | undefined> => {
    const { rows } = await sql<ReplayRow>`
      insert into webhook_replays (id, organisation_id, webhook_id, from_time, to_time, last_position)
      select ${id}, organisation_id, webhooks.id, ${from}, ${to}, event_log.last_position from webhooks, event_log
      where organisation_id = ${organisationId} and webhooks.id = ${webhookId} and enabled and deleted_at is null
      on conflict do nothing
      returning ${sql.raw(columns.join(', '))}`.execute(database);
    return rows[0];
  },

  find: (organisationId: string, id: string): Promise<ReplayRow | undefined> =>
    database
      .selectFrom('webhook_replays as r')
      .innerJoin('webhooks as w', 'w.id', 'r.webhook_id')
      .select(columns.map((column) => `r.${column}` as const))
      .where('r.organisation_id', '=', organisationId)
      .where('r.id', '=', id)
      .where('w.deleted_at', 'is', null)
      .executeTakeFirst(),

  /** Removes, up to `most` at once, those that ended 30 days ago. */
  prune: async (most: number): Promise<number> => {
    const { numAffectedRows } = await sql`
      delete from webhook_replays where id in (
        select id from webhook_replays where created_at < now() - interval '30 days' and status <> 'running'
        order by created_at limit ${most})`.execute(database);
    return Number(numAffectedRows ?? 0);
  },
});

export type ReplayStore = ReturnType<typeof replayStore>;
