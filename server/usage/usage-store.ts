import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';

/** Days are UTC's, as `YYYY-MM-DD`. */
export type DayRow = { day: string; seconds: number; halls: number };
export type CountRow = { day: string; what: string; count: number };

/** First day, first day after, and the ids between which the halls and recordings lie that can have been open in between. */
export type Span = {
  from: string;
  until: string;
  firstHall: string;
  lastHall: string;
  firstRecording: string;
  lastRecording: string;
};

/** What happened, by day. */
export const usageStore = (database: Database) => ({
  /**
   * Time inside and halls made, for each day on which there was any. From the stays of the people in the organisation's halls,
   * deleted ones too; a stay over midnight counts for both days, one that goes on counts until now. Null: of all organisations.
   */
  days: async (organisationId: string | null, { from, until, firstHall, lastHall }: Span): Promise<DayRow[]> => {
    const whose = organisationId === null ? sql`true` : sql`organisation_id = ${organisationId}`;
    const { rows } = await sql<DayRow>`
      with gathered as (
        select id, created_at from halls where ${whose} and id >= ${firstHall} and id < ${lastHall} and status in ('open', 'closed')
        union all
        select id, created_at from halls where ${whose} and id >= ${firstHall} and id < ${lastHall} and status = 'deleted'
      ), stays as (
        select presences.joined_at at time zone 'utc' as joined_at, coalesce(presences.left_at, now()) at time zone 'utc' as left_at
        from gathered join participants on participants.hall_id = gathered.id
          join presences on presences.participant_id = participants.id
      ), inside as (
        select day, sum(extract(epoch from least(left_at, day + interval '1 day') - greatest(joined_at, day))) as seconds
        from stays, generate_series(date_trunc('day', joined_at), left_at, interval '1 day') as day
        group by day
      ), made as (
        select date_trunc('day', created_at at time zone 'utc') as day, count(*)::integer as halls from gathered group by 1
      )
      select to_char(coalesce(inside.day, made.day), 'YYYY-MM-DD') as day,
        round(coalesce(seconds, 0))::integer as seconds, coalesce(halls, 0) as halls
      from inside full join made on inside.day = made.day
      where coalesce(inside.day, made.day) >= ${from}::date and coalesce(inside.day, made.day) < ${until}::date
      order by 1`.execute(database);
    return rows;
  },

  /**
   * What was counted as it happened, and how long the completed recordings play that began on each day: those that are there
   * from their rows, those that were deleted from what the deletion has counted (server/recordings/recording-store.ts).
   */
  counts: async (
    organisationId: string | null,
    { from, until, firstRecording, lastRecording }: Span,
  ): Promise<CountRow[]> => {
    const whose = organisationId === null ? sql`true` : sql`organisation_id = ${organisationId}`;
    const { rows } = await sql<CountRow>`
      select to_char(day, 'YYYY-MM-DD') as day, what, sum(count)::double precision as count
      from (
        select day, what, count from usage_counts where ${whose} and day >= ${from}::date and day < ${until}::date
        union all
        select (started_at at time zone 'utc')::date, 'recorded_seconds', round(duration_seconds)
        from recordings
        where ${whose} and id >= ${firstRecording} and id < ${lastRecording} and deleted_at is null and status = 'completed'
      ) as counted
      where day >= ${from}::date and day < ${until}::date
      group by 1, 2`.execute(database);
    return rows;
  },

  /** Adds what one instance has counted, in one statement. Rows in one order, so that two instances cannot wait for each other. */
  add: async (
    counted: readonly { organisationId: string; day: string; what: string; count: number }[],
  ): Promise<void> => {
    await sql`
      insert into usage_counts as u (organisation_id, day, what, count)
      select c.organisation_id, c.day::date, c.what, c.count
      from jsonb_to_recordset(${JSON.stringify(
        counted.map(({ organisationId, ...rest }) => ({ organisation_id: organisationId, ...rest })),
      )}::jsonb) as c (organisation_id text, day text, what text, count bigint)
      order by 1, 2, 3
      on conflict (organisation_id, day, what) do update set count = u.count + excluded.count`.execute(database);
  },

  openHalls: async (): Promise<{ organisations: number; suspended: number; open_halls: number }> => {
    const { rows } = await sql<{ organisations: number; suspended: number; open_halls: number }>`
      select count(*)::integer as organisations, count(suspended_at)::integer as suspended,
        coalesce(sum(open_halls), 0)::integer as open_halls from organisations`.execute(database);
    return rows[0] ?? { organisations: 0, suspended: 0, open_halls: 0 };
  },
});

export type UsageStore = ReturnType<typeof usageStore>;
