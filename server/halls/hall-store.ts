import { sql } from 'kysely';
import { closing } from '../database/close-open-halls.ts';
import type { CloseReason, Database, HallStatus, Metadata } from '../database/tables.ts';
import { firstWarningSeconds, lastWarningSeconds } from '../database/warnings.ts';

export type HallRow = {
  id: string;
  name: string | null;
  external_id: string | null;
  record: boolean;
  max_participants: number;
  empty_timeout_seconds: number;
  max_duration_seconds: number;
  metadata: Metadata;
  status: HallStatus;
  close_reason: CloseReason | null;
  participant_count: number;
  created_at: Date;
  closed_at: Date | null;
  expires_at: Date;
};

export type NewHall = {
  id: string;
  name: string | null;
  external_id: string | null;
  record: boolean;
  /** Null: the plan's. */
  max_participants: number | null;
  max_duration_seconds: number | null;
  empty_timeout_seconds: number;
  metadata: Metadata;
};

/** What the plan allowed when capacity was asked for, and the hall if there was room for it. */
export type Taken = {
  limit: number;
  max_participants_per_hall: number;
  max_duration_seconds: number;
  hall: HallRow | null;
};

const columns = [
  'id',
  'name',
  'external_id',
  'record',
  'max_participants',
  'empty_timeout_seconds',
  'max_duration_seconds',
  'metadata',
  'status',
  'close_reason',
  'participant_count',
  'created_at',
  'closed_at',
  'expires_at',
] as const;
const columnList = sql.raw(columns.join(', '));

type TakenRow = Omit<Taken, 'hall'> & { [C in keyof HallRow]: HallRow[C] | null };

const visible = ['open', 'closed'] as const;

/** The table halls, and the counter of open halls on the organisation's row, which always changes in the same statement. */
export const hallStore = (database: Database) => ({
  /**
   * Takes capacity and inserts the hall as `opening`, in one statement: the row lock on the organisation puts concurrent
   * requests in line, and the counter, not a count of rows, tells whether there is room.
   * The commit does not wait for the disk: lost in a crash, both halves are lost together, and the commit that makes the
   * hall open, which does wait, makes this one durable too. So the lock is held for microseconds.
   */
  takeCapacity: async (organisationId: string, hall: NewHall): Promise<Taken | undefined> => {
    const { rows } = await sql<TakenRow>`
      with plan as materialized (
        select coalesce(o.max_concurrent_halls, p.max_concurrent_halls) as "limit", p.max_participants_per_hall,
          p.max_duration_seconds, set_config('synchronous_commit', 'off', true)
        from organisations o join plans p on p.name = o.plan
        where o.id = ${organisationId}
      ), taken as (
        update organisations set open_halls = open_halls + 1
        from plan
        where id = ${organisationId} and open_halls < plan."limit"
          and coalesce(${hall.max_participants}::integer, 1) <= plan.max_participants_per_hall
          and coalesce(${hall.max_duration_seconds}::integer, 1) <= plan.max_duration_seconds
        returning id
      ), hall as (
        insert into halls (id, organisation_id, status, name, external_id, record, max_participants, empty_timeout_seconds,
          max_duration_seconds, metadata, expires_at, empties_at, warns_at)
        select ${hall.id}, taken.id, 'opening', ${hall.name}, ${hall.external_id}, ${hall.record},
          coalesce(${hall.max_participants}, plan.max_participants_per_hall), ${hall.empty_timeout_seconds},
          coalesce(${hall.max_duration_seconds}, plan.max_duration_seconds), ${JSON.stringify(hall.metadata)}::jsonb,
          now() + make_interval(secs => coalesce(${hall.max_duration_seconds}, plan.max_duration_seconds)),
          now() + make_interval(secs => ${hall.empty_timeout_seconds}),
          now() + make_interval(secs => coalesce(${hall.max_duration_seconds}, plan.max_duration_seconds) - case
            when coalesce(${hall.max_duration_seconds}, plan.max_duration_seconds) > ${sql.lit(firstWarningSeconds)}
            then ${sql.lit(firstWarningSeconds)} else ${sql.lit(lastWarningSeconds)} end)
        from taken, plan
        returning ${columnList}
      )
      select plan."limit", plan.max_participants_per_hall, plan.max_duration_seconds as plan_duration, hall.*
      from plan left join hall on true`.execute(database);
    const [row] = rows as (TakenRow & { plan_duration: number })[];
    if (row === undefined) return undefined;
    const { limit, max_participants_per_hall, plan_duration, ...hall_ } = row;
    return {
      limit,
      max_participants_per_hall,
      max_duration_seconds: plan_duration,
      hall: hall_.id === null ? null : (hall_ as HallRow),
    };
  },

  /** The room is there: the hall is open. Undefined when it was discarded in the meantime. */
  markOpen: (organisationId: string, hallId: string): Promise<HallRow | undefined> =>
    database
      .updateTable('halls')
      .set({ status: 'open' })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', hallId)
      .where('status', '=', 'opening')
      .returning(columns)
      .executeTakeFirst(),

  /** The hall could not be opened: gives its capacity back. The row stays until its room is certainly gone. */
  discard: async (organisationId: string, hallId: string): Promise<void> => {
    await sql`
      with discarded as (
        update halls set status = 'discarded'
        where organisation_id = ${organisationId} and id = ${hallId} and status = 'opening'
        returning organisation_id
      )
      update organisations set open_halls = open_halls - 1 from discarded where id = discarded.organisation_id`.execute(
      database,
    );
  },

  /** The hall in any state, for an attempt that resumes another. */
  findAttempted: (organisationId: string, hallId: string): Promise<HallRow | undefined> =>
    database
      .selectFrom('halls')
      .select(columns)
      .where('organisation_id', '=', organisationId)
      .where('id', '=', hallId)
      .executeTakeFirst(),

  find: (organisationId: string, hallId: string): Promise<HallRow | undefined> =>
    database
      .selectFrom('halls')
      .select(columns)
      .where('organisation_id', '=', organisationId)
      .where('id', '=', hallId)
      .where('status', 'in', visible)
      .executeTakeFirst(),

  update: (
    organisationId: string,
    hallId: string,
    { name, external_id, metadata }: { name?: string | null; external_id?: string | null; metadata?: Metadata },
  ): Promise<HallRow | undefined> =>
    database
      .updateTable('halls')
      // Column by column: what else a caller may have been given stays out of the row.
      .set({
        ...(name === undefined ? {} : { name }),
        ...(external_id === undefined ? {} : { external_id }),
        ...(metadata === undefined ? {} : { metadata: JSON.stringify(metadata) }),
      })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', hallId)
      .where('status', 'in', visible)
      .returning(columns)
      .executeTakeFirst(),

  /** Newest first, up to `most`, those made before the hall `beforeId`. Each combination of filters has its index. */
  list: (
    organisationId: string,
    filter: { status: 'open' | 'closed' | undefined; externalId: string | undefined; beforeId: string | undefined },
    most: number,
  ): Promise<HallRow[]> => {
    let query = database
      .selectFrom('halls')
      .select(columns)
      .where('organisation_id', '=', organisationId)
      // Written out, so that the planner sees that the partial indexes hold what is asked for.
      .where(
        filter.status === undefined
          ? sql<boolean>`status in ('open', 'closed')`
          : sql<boolean>`status = ${sql.lit(filter.status)}`,
      )
      .orderBy('id', 'desc')
      .limit(most);
    if (filter.externalId !== undefined) query = query.where('external_id', '=', filter.externalId);
    if (filter.beforeId !== undefined) query = query.where('id', '<', filter.beforeId);
    return query.execute();
  },

  /** Closes an open hall and frees its capacity, once whoever else tries; undefined when it was not open. */
  close: async (organisationId: string, hallId: string, reason: CloseReason): Promise<HallRow | undefined> => {
    const { rows } = await sql<HallRow>`
      with ${closing(sql`organisation_id = ${organisationId} and id = ${hallId}`, reason)}
      select ${columnList} from closed`.execute(database);
    return rows[0];
  },

  /** Deletes a hall that is closed, or open: then its capacity is freed. What people wrote into it, and they themselves (by the trigger hall_changed), go with it. */
  delete: async (organisationId: string, hallId: string): Promise<boolean> => {
    const { rows } = await sql<{ deleted: boolean }>`
      with before as (
        select id, status from halls
        where organisation_id = ${organisationId} and id = ${hallId} and status in ('open', 'closed')
        for update
      ), deleted as (
        update halls set status = 'deleted', name = null, external_id = null, metadata = '{}', participant_count = 0,
          empties_at = null, warns_at = null, closed_at = coalesce(closed_at, now()), close_reason = coalesce(close_reason, 'requested')
        from before where halls.id = before.id
        returning halls.organisation_id, before.status as was
      ), freed as (
        update organisations set open_halls = open_halls - 1 from deleted
        where organisations.id = deleted.organisation_id and deleted.was = 'open'
      )
      select true as deleted from deleted`.execute(database);
    return rows.length > 0;
  },
});

export type HallStore = ReturnType<typeof hallStore>;
