-- Processes that record, one row for each spool: the folder on one machine where what is recorded lies until it is uploaded.
create table recorders (
  id text collate "C" primary key,
  host text not null,
  -- How many halls it records at once, and how many now.
  capacity integer not null,
  busy integer not null,
  -- Whether it could record one more hall if it had room; the reason is for people.
  is_able boolean not null,
  reason text,
  seen_at timestamptz(3) not null default now()
);

create table recordings (
  id text collate "C" primary key,
  organisation_id text collate "C" not null,
  hall_id text collate "C" not null references halls (id),
  -- The transitions are those of server/recordings/recording-states.ts.
  status text collate "C" not null default 'starting'
    check (status in ('starting', 'recording', 'uploading', 'completed', 'failed')),
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  -- From when on nobody wants it to go on.
  stops_at timestamptz(3),
  ended_at timestamptz(3),
  duration_seconds double precision,
  size_bytes bigint,
  width integer,
  height integer,
  object_key text,
  poster_key text,
  -- What is wrong, for people: for good when failed, at this moment while uploading.
  failure text,
  -- The user deleted it. The row stays until object, upload and spool are gone.
  deleted_at timestamptz(3),
  -- Whose spool holds the material, which of its processes is at work, and until when that counts as alive.
  recorder_id text collate "C",
  holder text collate "C",
  leased_until timestamptz(3),
  -- Failed because the recorder did not come back: should it come all the same, the material is uploaded.
  is_lost boolean not null default false,
  -- Where the object is, when the settings have changed since: endpoint, region, bucket, path_style.
  place jsonb,
  upload_id text
);
create index recordings_listed on recordings (organisation_id, id) where deleted_at is null;
create index recordings_by_hall on recordings (hall_id, id);
create index recordings_by_status on recordings (organisation_id, status, id) where deleted_at is null;
-- One at a time runs in a hall.
create unique index recordings_running on recordings (hall_id)
  where status in ('starting', 'recording') and stops_at is null and deleted_at is null;
-- What the recorders and the settling look at: only what is not at rest, whatever the number of finished ones.
create index recordings_unsettled on recordings (recorder_id, id)
  where status in ('starting', 'recording', 'uploading') or is_lost or deleted_at is not null;

-- Parts of an upload under way that the storage has.
create table recording_parts (
  recording_id text collate "C" not null references recordings (id) on delete cascade,
  number integer not null,
  etag text not null,
  primary key (recording_id, number)
);

create function new_recording_id() returns text language sql volatile as $$
  select 'rec_' || substr(new_event_id(), 5)
$$;

-- The wish to record, and its end, are written by the transaction that lets the first person in, or the last one out, or ends
-- the hall: whatever process dies afterwards, they stand.
create function hall_is_inhabited() returns trigger language plpgsql as $$
begin
  insert into recordings (id, organisation_id, hall_id) values (new_recording_id(), new.organisation_id, new.id)
  on conflict (hall_id) where status in ('starting', 'recording') and stops_at is null and deleted_at is null do nothing;
  return null;
end $$;
create trigger hall_is_inhabited after update of participant_count on halls
  for each row when (new.record and new.status = 'open' and old.participant_count = 0 and new.participant_count > 0)
  execute function hall_is_inhabited();

create function hall_is_deserted() returns trigger language plpgsql as $$
begin
  update recordings set stops_at = now()
  where hall_id = new.id and status in ('starting', 'recording') and stops_at is null and deleted_at is null;
  return null;
end $$;
create trigger hall_is_deserted after update of participant_count, status on halls
  for each row when ((old.participant_count > 0 and new.participant_count = 0)
    or (old.status = 'open' and new.status <> 'open'))
  execute function hall_is_deserted();

-- As server/recordings/present-recording.ts; test/api/recordings.test.ts compares them.
create function shown_recording(recording recordings) returns jsonb language sql stable as $$
  select jsonb_build_object('id', recording.id, 'hall_id', recording.hall_id, 'status', recording.status,
    'started_at', shown_time(recording.started_at), 'ended_at', shown_time(recording.ended_at),
    'duration_seconds', round(recording.duration_seconds)::integer, 'size_bytes', recording.size_bytes,
    'width', recording.width, 'height', recording.height, 'format', 'mp4',
    'object_key', recording.object_key, 'failure', recording.failure)
$$;

create function recording_changed() returns trigger language plpgsql as $$
begin
  perform tell_event(new.organisation_id, new.hall_id,
    case new.status when 'recording' then 'recording.started' else 'recording.' || new.status end,
    jsonb_build_object('recording', shown_recording(new)));
  return null;
end $$;
create trigger recording_changed after update of status on recordings
  for each row when (old.status <> new.status and new.status in ('recording', 'completed', 'failed') and new.deleted_at is null)
  execute function recording_changed();
