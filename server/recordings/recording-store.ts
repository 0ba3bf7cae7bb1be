import { sql } from 'kysely';
import type { Database, HallStatus, RecordingPlace, RecordingStatus } from '../database/tables.ts';

/** Of the table recordings, what the API shows and what leads to the object. */
export type RecordingRow = {
  id: string;
  hall_id: string;
  status: RecordingStatus;
  started_at: Date | null;
  ended_at: Date | null;
  duration_seconds: number | null;
  /** PostgreSQL's bigint comes as text. */
  size_bytes: string | null;
  width: number | null;
  height: number | null;
  object_key: string | null;
  poster_key: string | null;
  failure: string | null;
  recorder_id: string | null;
  place: RecordingPlace | null;
};

const columns = [
  'id',
  'hall_id',
  'status',
  'started_at',
  'ended_at',
  'duration_seconds',
  'size_bytes',
  'width',
  'height',
  'object_key',
  'poster_key',
  'failure',
  'recorder_id',
  'place',
] as const;
const columnList = sql.raw(columns.map((column) => `recordings.${column}`).join(', '));

/** The hall as it was when a recording was asked for; `recording` is null when one runs or the hall is not open. */
export type Begun = { hall_status: HallStatus; recording: RecordingRow | null };

/** The table recordings, as its owners see it. */
export const recordingStore = (database: Database) => ({
  find: (organisationId: string, id: string): Promise<RecordingRow | undefined> =>
    database
      .selectFrom('recordings')
      .select(columns)
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),

  /** Newest first, up to `most`, those made before the recording `beforeId`. */
  list: (
    organisationId: string,
    filter: { hallId: string | undefined; status: RecordingStatus | undefined; beforeId: string | undefined },
    most: number,
  ): Promise<RecordingRow[]> => {
    let query = database
      .selectFrom('recordings')
      .select(columns)
      .where('organisation_id', '=', organisationId)
      .where('deleted_at', 'is', null)
      .orderBy('id', 'desc')
      .limit(most);
    if (filter.hallId !== undefined) query = query.where('hall_id', '=', filter.hallId);
    if (filter.status !== undefined) query = query.where('status', '=', filter.status);
    if (filter.beforeId !== undefined) query = query.where('id', '<', filter.beforeId);
    return query.execute();
  },

  /** Wishes a recording of an open hall; undefined when the organisation has no such hall. Asked again with the same id, it is the same one. */
  begin: async (organisationId: string, hallId: string, id: string): Promise<Begun | undefined> => {
    const { rows } = await sql<Omit<Begun, 'recording'>>`
      with hall as (
        select id, status from halls
        where organisation_id = ${organisationId} and id = ${hallId} and status in ('open', 'closed')
        for no key update
      ), begun as (
        insert into recordings (id, organisation_id, hall_id)
        select ${id}, ${organisationId}, hall.id from hall where status = 'open'
        on conflict do nothing
      )
      select hall.status as hall_status from hall`.execute(database);
    const [hall] = rows;
    if (hall === undefined) return undefined;
    const recording = await recordingStore(database).find(organisationId, id);
    return { hall_status: hall.hall_status, recording: recording ?? null };
  },

  hasHall: async (organisationId: string, hallId: string): Promise<boolean> => {
    const row = await database
      .selectFrom('halls')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', hallId)
      .where('status', 'in', ['open', 'closed'])
      .executeTakeFirst();
    return row !== undefined;
  },

  /** Whether a recording of this hall runs, that nobody has stopped. */
  findRunning: async (organisationId: string, hallId: string): Promise<string | undefined> => {
    const row = await database
      .selectFrom('recordings')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where('hall_id', '=', hallId)
      .where('status', 'in', ['starting', 'recording'])
      .where('stops_at', 'is', null)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    return row?.id;
  },

  /** Nobody wants it to go on; one that has ended stays as it is. */
  stop: async (organisationId: string, id: string): Promise<RecordingRow | undefined> => {
    await database
      .updateTable('recordings')
      .set({ stops_at: sql<Date>`now()` })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .where('status', 'in', ['starting', 'recording'])
      .where('stops_at', 'is', null)
      .execute();
    return recordingStore(database).find(organisationId, id);
  },

  /** It is gone for the API. Whoever is at work on it stops and removes what there is. */
  markDeleted: async (organisationId: string, id: string): Promise<boolean> => {
    const { rows } = await sql`
      update recordings set deleted_at = now(), stops_at = coalesce(stops_at, now())
      where organisation_id = ${organisationId} and id = ${id} and deleted_at is null
      returning ${columnList}`.execute(database);
    return rows.length > 0;
  },

  /**
   * Removes a row whose object is gone, or of which there never was anything: false when a recorder holds something of it. The
   * time that was recorded was used all the same, and is counted for the day on which it began.
   */
  remove: async (organisationId: string, id: string): Promise<boolean> => {
    const { rows } = await sql`
      with removed as (
        delete from recordings
        where organisation_id = ${organisationId} and id = ${id} and (recorder_id is null or status = 'completed')
        returning organisation_id, status, started_at, duration_seconds
      ), counted as (
        insert into usage_counts as u (organisation_id, day, what, count)
        select organisation_id, (started_at at time zone 'utc')::date, 'recorded_seconds', round(duration_seconds)
        from removed where status = 'completed' and started_at is not null and duration_seconds is not null
        on conflict (organisation_id, day, what) do update set count = u.count + excluded.count
      )
      select 1 from removed`.execute(database);
    return rows.length > 0;
  },
});

export type RecordingStore = ReturnType<typeof recordingStore>;
