import { type RawBuilder, sql } from 'kysely';
import { hallOf } from '../database/hall-of-recording.ts';
import type { Database, RecordingPlace, RecordingStatus } from '../database/tables.ts';

/** A recording as the recorder that holds it sees it. */
export type JobRow = {
  id: string;
  organisation_id: string;
  hall_id: string;
  hall_name: string | null;
  status: RecordingStatus;
  is_wanted: boolean;
  is_deleted: boolean;
  object_key: string | null;
  place: RecordingPlace | null;
  upload_id: string | null;
};

export type RecorderRow = {
  id: string;
  host: string;
  capacity: number;
  busy: number;
  is_able: boolean;
  reason: string | null;
};

export type FinishedFacts = { seconds: number; width: number | null; height: number | null };

/** How long a recorder that says nothing counts as alive. */
export const leaseSeconds = 10;

const lease = sql`now() + make_interval(secs => ${sql.lit(leaseSeconds)})`;
const columns = sql`r.id, r.organisation_id, r.hall_id, h.name as hall_name, r.status, r.stops_at is null as is_wanted,
  r.deleted_at is not null as is_deleted, r.object_key, r.place, r.upload_id`;

/**
 * The table recordings as recorders share it. Each statement but those that take a recording holds only while this process
 * (`holder`) has it: one that was thought dead and is not changes nothing any more.
 */
export const jobStore = (database: Database, recorderId: string, holder: string) => {
  const noted = async (id: string, change: RawBuilder<unknown>): Promise<boolean> => {
    const { numAffectedRows } = await sql`
      update recordings set ${change} where id = ${id} and holder = ${holder}`.execute(database);
    return (numAffectedRows ?? 0n) > 0n;
  };
  const changed = async (id: string, change: RawBuilder<unknown>): Promise<boolean> => {
    const { numAffectedRows } = await sql`
      with ${hallOf(id)} update recordings set ${change} from hall
      where recordings.id = ${id} and holder = ${holder} and hall_id = hall.id`.execute(database);
    return (numAffectedRows ?? 0n) > 0n;
  };
  const take = async (which: RawBuilder<unknown>): Promise<JobRow[]> => {
    const { rows } = await sql<JobRow>`
      with mine as (${which}), taken as (
        update recordings set recorder_id = ${recorderId}, holder = ${holder}, leased_until = ${lease},
          is_lost = false, status = case when is_lost then 'uploading' else status end,
          failure = case when is_lost or status = 'uploading' then null else failure end
        from mine where recordings.id = mine.id
        returning recordings.*
      )
      select ${columns} from taken r join halls h on h.id = r.hall_id order by r.id`.execute(database);
    return rows;
  };

  return {
    heartbeat: async ({ id, host, capacity, busy, is_able, reason }: RecorderRow): Promise<void> => {
      await sql`
        insert into recorders (id, host, capacity, busy, is_able, reason)
        values (${id}, ${host}, ${capacity}, ${busy}, ${is_able}, ${reason})
        on conflict (id) do update set host = excluded.host, capacity = excluded.capacity, busy = excluded.busy,
          is_able = excluded.is_able, reason = excluded.reason, seen_at = now()`.execute(database);
    },

    /** What an earlier process of this machine held. It is dead, whatever its lease says, for it had the spool locked. Not what this one has `inHand`. */
    takeBack: (most: number, inHand: readonly string[]): Promise<JobRow[]> =>
      take(sql`
        select id from recordings
        where recorder_id = ${recorderId} and holder is distinct from ${holder}
          and (status in ('starting', 'recording', 'uploading') or is_lost or deleted_at is not null)
          and id <> all(${inHand}::text[])
        order by id limit ${most} for update skip locked`),

    /** Recordings that nobody has begun, oldest first. */
    takeNew: (most: number): Promise<JobRow[]> =>
      take(sql`
        select id from recordings
        where recorder_id is null and status = 'starting' and stops_at is null and deleted_at is null
        order by id limit ${most} for update skip locked`),

    /** Renews the leases, and tells how those recordings stand that this process still has. */
    renew: async (ids: readonly string[]): Promise<Pick<JobRow, 'id' | 'status' | 'is_wanted' | 'is_deleted'>[]> => {
      const { rows } = await sql<Pick<JobRow, 'id' | 'status' | 'is_wanted' | 'is_deleted'>>`
        update recordings set leased_until = ${lease} where id = any(${ids}::text[]) and holder = ${holder}
        returning id, status, stops_at is null as is_wanted, deleted_at is not null as is_deleted`.execute(database);
      return rows;
    },

    /** The first piece is on the disk. */
    captured: (id: string, from: RecordingStatus, to: RecordingStatus, startedAt: Date): Promise<boolean> =>
      changed(
        id,
        sql`status = case when status = ${from} then ${to} else status end, started_at = coalesce(started_at, ${startedAt}), failure = null`,
      ),

    ended: (id: string, to: RecordingStatus, facts: FinishedFacts): Promise<boolean> =>
      changed(
        id,
        sql`status = ${to}, stops_at = coalesce(stops_at, now()), ended_at = coalesce(ended_at, now()),
          duration_seconds = ${facts.seconds}, width = ${facts.width}, height = ${facts.height}`,
      ),

    /** Nothing came of it, and nothing is left. */
    failed: (id: string, failure: string): Promise<boolean> =>
      changed(
        id,
        sql`status = 'failed', stops_at = coalesce(stops_at, now()), ended_at = coalesce(ended_at, now()), failure = ${failure},
          recorder_id = null, holder = null, leased_until = null`,
      ),

    /** Another recording of the hall begins, if somebody is still inside. */
    next: async (hallId: string): Promise<void> => {
      await sql`
        insert into recordings (id, organisation_id, hall_id)
        select new_recording_id(), organisation_id, id from halls
        where id = ${hallId} and status = 'open' and participant_count > 0 on conflict do nothing`.execute(database);
    },

    /** Whether the people in a hall are being recorded. */
    isRecorded: async (hallId: string): Promise<boolean> => {
      const { rows } = await sql`
        select from recordings where hall_id = ${hallId} and status in ('starting', 'recording') and holder is not null
          and stops_at is null and deleted_at is null`.execute(database);
      return rows.length > 0;
    },

    /** What is in the way at this moment; null when nothing is. */
    trouble: (id: string, failure: string | null): Promise<boolean> => noted(id, sql`failure = ${failure}`),

    parts: async (id: string): Promise<{ number: number; etag: string }[]> =>
      database.selectFrom('recording_parts').select(['number', 'etag']).where('recording_id', '=', id).execute(),

    /** An upload begins; parts of an earlier one are forgotten. */
    uploadBegun: async (id: string, key: string, place: RecordingPlace, uploadId: string | null): Promise<void> => {
      await sql`
        with forgotten as (delete from recording_parts where recording_id = ${id})
        update recordings set object_key = ${key}, place = ${JSON.stringify(place)}::jsonb, upload_id = ${uploadId}
        where id = ${id} and holder = ${holder}`.execute(database);
    },

    partUploaded: async (id: string, number: number, etag: string): Promise<void> => {
      await sql`
        insert into recording_parts (recording_id, number, etag)
        select id, ${number}, ${etag} from recordings where id = ${id} and holder = ${holder}
        on conflict (recording_id, number) do update set etag = excluded.etag`.execute(database);
    },

    completed: async (id: string, bytes: number, posterKey: string | null, note: string | null): Promise<boolean> => {
      const { numAffectedRows } = await sql`
        with forgotten as (delete from recording_parts where recording_id = ${id}), ${hallOf(id)}
        update recordings set status = 'completed', size_bytes = ${bytes}, poster_key = ${posterKey}, failure = ${note},
          upload_id = null, recorder_id = null, holder = null, leased_until = null
        from hall where recordings.id = ${id} and holder = ${holder} and recordings.status = 'uploading' and hall_id = hall.id`.execute(
        database,
      );
      return (numAffectedRows ?? 0n) > 0n;
    },

    /** A deleted one of which nothing is left. */
    removed: async (id: string): Promise<void> => {
      await sql`delete from recordings where id = ${id} and holder = ${holder} and deleted_at is not null`.execute(
        database,
      );
    },

    /** Gives one up that could not be worked on, so that it is taken again. */
    letGo: (id: string): Promise<boolean> => noted(id, sql`holder = null`),

    completedAmong: async (ids: readonly string[]): Promise<string[]> => {
      const { rows } = await sql<{ id: string }>`
        select id from recordings where id = any(${ids}::text[]) and status = 'completed'`.execute(database);
      return rows.map(({ id }) => id);
    },

    /** Ends the leases: this process stops, and the next one of this machine goes on. */
    release: async (): Promise<void> => {
      await sql`update recordings set holder = null, leased_until = now() where holder = ${holder}`.execute(database);
    },
  };
};

export type JobStore = ReturnType<typeof jobStore>;
