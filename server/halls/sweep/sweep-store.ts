import { sql } from 'kysely';
import type { CloseReason, Database } from '../../database/tables.ts';

export type OpenHallRow = {
  id: string;
  max_participants: number;
  max_duration_seconds: number;
  participant_count: number;
};
export type DueHall = { id: string; close_reason: CloseReason };

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

  /** Open halls whose time is up. */
  due: async (most: number): Promise<DueHall[]> => {
    const { rows } = await sql<DueHall>`
      (select id, 'max_duration' as close_reason from halls where status = 'open' and expires_at <= now() order by expires_at limit ${most})
      union all
      (select id, 'empty' from halls where status = 'open' and empties_at <= now() and expires_at > now() order by empties_at limit ${most})`.execute(
      database,
    );
    return rows;
  },

  /** Closes a due hall, unless somebody entered it or closed it meanwhile. */
  closeDue: async ({ id, close_reason }: DueHall): Promise<boolean> => {
    const { rows } = await sql`
      with closed as (
        update halls set status = 'closed', close_reason = ${close_reason}, closed_at = now(), participant_count = 0, empties_at = null
        where id = ${id} and status = 'open' and (${close_reason} = 'max_duration' or empties_at <= now())
        returning organisation_id
      ), freed as (
        update organisations set open_halls = open_halls - 1 from closed where organisations.id = closed.organisation_id
      )
      select true from closed`.execute(database);
    return rows.length > 0;
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

  isOpen: async (id: string): Promise<boolean> => {
    const { rows } = await sql`select from halls where id = ${id} and status = 'open'`.execute(database);
    return rows.length > 0;
  },

  /** Sets how many are inside; a hall that became empty begins to wait for its end. */
  setCounts: async (counts: readonly { id: string; participants: number }[]): Promise<void> => {
    await sql`
      update halls set participant_count = seen.participants,
        empties_at = case when seen.participants > 0 then null
          else coalesce(empties_at, now() + make_interval(secs => empty_timeout_seconds)) end
      from unnest(${counts.map((count) => count.id)}::text[], ${counts.map((count) => count.participants)}::integer[])
        as seen (id, participants)
      where halls.id = seen.id and halls.status = 'open' and halls.participant_count <> seen.participants`.execute(
      database,
    );
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
