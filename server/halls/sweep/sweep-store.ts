import { sql } from 'kysely';
import type { Database } from '../../database/tables.ts';

export type OpenHallRow = {
  id: string;
  max_participants: number;
  max_duration_seconds: number;
  participant_count: number;
};

/** What the sweep reads and writes of halls, of all organisations at once. Each statement is bounded by `most` or by its batch. */
export const sweepStore = (database: Database) => ({
  /** Halls that have been opening for longer than any request takes: their process died. Gives their capacity back. */
  discardStale: async (staleSeconds: number, most: number): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      with stale as (
        select id from halls where status = 'opening' and created_at < now() - make_interval(secs => ${staleSeconds})
        order by created_at limit ${most} for update skip locked
      ), discarded as (
        update halls set status = 'discarded' from stale where halls.id = stale.id returning halls.organisation_id
      ), freed as (
        update organisations o set open_halls = o.open_halls - d.count
        from (select organisation_id, count(*)::integer as count from discarded group by 1) d where o.id = d.organisation_id
      )
      select count(*)::integer as count from discarded`.execute(database);
    return rows[0]?.count ?? 0;
  },

  /** Discarded halls whose rooms may still be there. */
  discarded: async (most: number): Promise<{ id: string; isOld: boolean }[]> => {
    const { rows } = await sql<{ id: string; isOld: boolean }>`
      select id, created_at < now() - interval '2 minutes' as "isOld" from halls
      where status = 'discarded' order by created_at limit ${most}`.execute(database);
    return rows;
  },

  forgetDiscarded: async (ids: readonly string[]): Promise<void> => {
    await sql`delete from halls where id = any(${ids}) and status = 'discarded'`.execute(database);
  },

  /** Which of these are halls that may have a room. */
  unsettledAmong: async (ids: readonly string[]): Promise<Set<string>> => {
    const { rows } = await sql<{ id: string }>`
      select id from halls where id = any(${ids}) and status in ('opening', 'open')`.execute(database);
    return new Set(rows.map((row) => row.id));
  },

  /** A batch of open halls in the order of their ids, those that were open before this round began. */
  openAfter: async (afterId: string, most: number): Promise<OpenHallRow[]> => {
    const { rows } = await sql<OpenHallRow>`
      select id, max_participants, max_duration_seconds, participant_count from halls
      where status = 'open' and id > ${afterId} order by id limit ${most}`.execute(database);
    return rows;
  },

  /** As `openAfter`, only those with people inside. */
  inhabitedAfter: async (afterId: string, most: number): Promise<OpenHallRow[]> => {
    const { rows } = await sql<OpenHallRow>`
      select id, max_participants, max_duration_seconds, participant_count from halls
      where status = 'open' and participant_count > 0 and id > ${afterId} order by id limit ${most}`.execute(database);
    return rows;
  },

  isOpen: async (id: string): Promise<boolean> => {
    const { rows } = await sql`select from halls where id = ${id} and status = 'open'`.execute(database);
    return rows.length > 0;
  },

  /** Open halls of all organisations, from the counters. */
  openHalls: async (): Promise<number> => {
    const { rows } = await sql<{
      count: string;
    }>`select coalesce(sum(open_halls), 0) as count from organisations`.execute(database);
    return Number(rows[0]?.count ?? 0);
  },
});

export type SweepStore = ReturnType<typeof sweepStore>;
