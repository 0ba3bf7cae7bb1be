import { sql } from 'kysely';
import { hallOf } from '../../database/hall-of-recording.ts';
import type { Database, RecordingPlace, RecordingStatus } from '../../database/tables.ts';

/** In the place of a recorder's id and its process: LiveKit Egress is one for the whole installation. */
export const egressRecorder = 'egress';

/** A recording that LiveKit Egress makes. Times in seconds. */
export type EgressRow = {
  id: string;
  organisation_id: string;
  hall_id: string;
  hall_name: string | null;
  status: RecordingStatus;
  is_wanted: boolean;
  is_deleted: boolean;
  object_key: string | null;
  place: RecordingPlace | null;
  egress_id: string | null;
  tries: number;
  asked_for: number | null;
  may_ask: boolean;
};

/** So long after the last word of a Hall that uses Egress, other recorders may go on with its halls. */
const leaseSeconds = 300;

/** The tables egresses and recordings, as those see them who have LiveKit Egress record. */
export const egressStore = (database: Database) => ({
  /** Recordings that nobody has begun, oldest first. */
  takeNew: async (most: number): Promise<void> => {
    await sql`
      with mine as (
        select id from recordings
        where recorder_id is null and status = 'starting' and stops_at is null and deleted_at is null
        order by id limit ${most} for update skip locked
      ), taken as (
        update recordings set recorder_id = ${egressRecorder}, holder = ${egressRecorder},
          leased_until = now() + make_interval(secs => ${leaseSeconds})
        from mine where recordings.id = mine.id returning recordings.id
      )
      insert into egresses (recording_id) select id from taken
      on conflict (recording_id) do update set egress_id = null, tries = 0, asked_at = null, not_before = now()`.execute(
      database,
    );
  },

  /** What is not at rest, oldest first; its leases are renewed. One that was given up for lost is taken up again. */
  held: async (): Promise<EgressRow[]> => {
    const { rows } = await sql<EgressRow>`
      with held as (
        update recordings set leased_until = now() + make_interval(secs => ${leaseSeconds}), holder = ${egressRecorder},
          is_lost = false, status = case when is_lost then 'uploading' else status end
        where recorder_id = ${egressRecorder}
          and (status in ('starting', 'recording', 'uploading') or is_lost or deleted_at is not null)
        returning *
      )
      select r.id, r.organisation_id, r.hall_id, h.name as hall_name, r.status, r.stops_at is null as is_wanted,
        r.deleted_at is not null as is_deleted, r.object_key, r.place, e.egress_id, e.tries,
        extract(epoch from now() - e.asked_at)::double precision as asked_for, e.not_before <= now() as may_ask
      from held r join egresses e on e.recording_id = r.id join halls h on h.id = r.hall_id order by r.id`.execute(
      database,
    );
    return rows;
  },

  /** A worker is about to be asked for. Written before, so that one whose answer is lost is looked for. */
  asking: async (id: string): Promise<void> => {
    await sql`update egresses set egress_id = null, tries = tries + 1, asked_at = now() where recording_id = ${id}`.execute(
      database,
    );
  },

  /** A worker has it. */
  taken: async (id: string, egressId: string): Promise<void> => {
    await sql`update egresses set egress_id = ${egressId}, asked_at = now() where recording_id = ${id}`.execute(
      database,
    );
  },

  /** Nobody has it, and after so many seconds somebody may be asked again. `tries`: how often somebody may have had it; `trouble` is for people. */
  notTaken: async (id: string, tries: number, pauseSeconds: number, trouble: string): Promise<void> => {
    await sql`
      with told as (update recordings set failure = ${trouble} where id = ${id} and status = 'starting')
      update egresses set egress_id = null, asked_at = null, tries = ${tries}, not_before = now() + make_interval(secs => ${pauseSeconds})
      where recording_id = ${id}`.execute(database);
  },

  /** Nothing more is recorded: it is on its way to the bucket, or failed. With `next`, another recording of the hall begins. */
  over: async (
    id: string,
    change: { to: 'uploading' | 'failed'; failure: string | null; next: boolean },
  ): Promise<void> => {
    const isHeld = change.to === 'uploading';
    await sql`
      with ${hallOf(id)}, over as (
        update recordings set status = ${change.to}, failure = ${change.failure},
          stops_at = coalesce(stops_at, now()), ended_at = coalesce(ended_at, now()),
          recorder_id = case when ${isHeld} then recorder_id end, holder = case when ${isHeld} then holder end,
          leased_until = case when ${isHeld} then leased_until end
        from hall
        where recordings.id = ${id} and recorder_id = ${egressRecorder} and hall_id = hall.id
          and status in ('starting', 'recording', 'uploading')
        returning recordings.hall_id
      )
      insert into recordings (id, organisation_id, hall_id)
      select new_recording_id(), halls.organisation_id, halls.id from over join halls on halls.id = over.hall_id
      where ${change.next} and halls.status = 'open' and halls.participant_count > 0
      on conflict do nothing`.execute(database);
  },

  /** What came into the bucket, before its size was checked. */
  measured: async (id: string, key: string, seconds: number | null, size: { width: number; height: number }) => {
    await sql`
      update recordings set object_key = ${key}, duration_seconds = coalesce(${seconds}, duration_seconds),
        width = ${size.width}, height = ${size.height}
      where id = ${id} and recorder_id = ${egressRecorder}`.execute(database);
  },
});

export type EgressStore = ReturnType<typeof egressStore>;
