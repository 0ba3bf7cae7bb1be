import { sql } from 'kysely';
import { hallOf } from '../database/hall-of-recording.ts';
import type { Database, RecordingPlace, RecordingStatus } from '../database/tables.ts';

/** A recording that no process may be at work on. */
export type UnsettledRow = {
  id: string;
  organisation_id: string;
  hall_id: string;
  status: RecordingStatus;
  is_wanted: boolean;
  is_deleted: boolean;
  /** Seconds from now until the lease ends, negative when it has; null when no recorder has taken it. */
  leased_for: number | null;
  object_key: string | null;
  upload_id: string | null;
  place: RecordingPlace | null;
};

/** How the recorders stand, of all organisations. */
export type RecorderCounts = { able: number; capacity: number; waiting: number; running: number; uploading: number };

/** The tables recordings and recorders, as those see them who keep them going. */
export const settleStore = (database: Database) => ({
  /**
   * Recordings that nobody is at work on and about which something may be to be done, oldest first. Those that only wait, for
   * a recorder or for theirs to come back, are left out, or so many of them would keep others from being seen.
   */
  unsettled: async (most: number, lostSeconds: number): Promise<UnsettledRow[]> => {
    const { rows } = await sql<UnsettledRow>`
      select id, organisation_id, hall_id, status, stops_at is null as is_wanted, deleted_at is not null as is_deleted,
        case when recorder_id is not null then extract(epoch from coalesce(leased_until, created_at) - now())::double precision
        end as leased_for, object_key, upload_id, place
      from recordings
      where (leased_until is null or leased_until < now()) and case
          when deleted_at is not null then recorder_id is null or leased_until < now() - make_interval(secs => ${lostSeconds})
          when status = 'starting' then stops_at is not null or recorder_id is not null
          when status = 'uploading' then leased_until < now() - make_interval(secs => ${lostSeconds})
          else status = 'recording'
        end
        and (status in ('starting', 'recording', 'uploading') or is_lost or deleted_at is not null)
      order by id limit ${most}`.execute(database);
    return rows;
  },

  /** Whoever takes it up first may have it. */
  giveFree: async (id: string): Promise<void> => {
    await sql`
      update recordings set recorder_id = null, holder = null, leased_until = null
      where id = ${id} and status = 'starting' and leased_until < now()`.execute(database);
  },

  /** Writes what became of it, unless its recorder is back at work; with `next`, another recording of the hall begins. */
  settle: async (
    { id, status }: Pick<UnsettledRow, 'id' | 'status'>,
    change: { to: RecordingStatus; failure: string; isLost: boolean; next: boolean },
  ): Promise<void> => {
    await sql`
      with ${hallOf(id)}, settled as (
        update recordings set status = ${change.to}, failure = ${change.failure}, is_lost = ${change.isLost},
          stops_at = coalesce(stops_at, now()), ended_at = coalesce(ended_at, leased_until, now())
        from hall
        where recordings.id = ${id} and hall_id = hall.id and recordings.status = ${status} and (leased_until is null or leased_until < now())
        returning recordings.hall_id
      )
      insert into recordings (id, organisation_id, hall_id)
      select new_recording_id(), halls.organisation_id, halls.id from settled join halls on halls.id = settled.hall_id
      where ${change.next} and halls.status = 'open' and halls.participant_count > 0
      on conflict do nothing`.execute(database);
  },

  /** Removes a deleted recording of which nothing is left. */
  remove: async (id: string): Promise<void> => {
    await sql`delete from recordings where id = ${id} and deleted_at is not null and (leased_until is null or leased_until < now())`.execute(
      database,
    );
  },

  /** What recorders that were heard of in the last two minutes say of themselves, the latest first. */
  recorders: async (): Promise<{ is_able: boolean; reason: string | null }[]> => {
    const { rows } = await sql<{ is_able: boolean; reason: string | null }>`
      select is_able, reason from recorders where seen_at > now() - interval '2 minutes' order by seen_at desc`.execute(
      database,
    );
    return rows;
  },

  count: async (): Promise<RecorderCounts> => {
    const { rows } = await sql<RecorderCounts>`
      select * from (
        select count(*) filter (where is_able)::integer as able,
          coalesce(sum(capacity) filter (where is_able), 0)::integer as capacity
        from recorders where seen_at > now() - interval '30 seconds'
      ) as recorders, (
        select count(*) filter (where status = 'starting' and holder is null)::integer as waiting,
          count(*) filter (where status in ('starting', 'recording') and holder is not null)::integer as running,
          count(*) filter (where status = 'uploading')::integer as uploading
        from recordings where status in ('starting', 'recording', 'uploading') and deleted_at is null
      ) as recordings`.execute(database);
    return rows[0] ?? { able: 0, capacity: 0, waiting: 0, running: 0, uploading: 0 };
  },
});

export type SettleStore = ReturnType<typeof settleStore>;
