-- The schema after all migrations, as the tests find it. Written by: npm test -- test/house -u

-- tables

table event_log (
  the_one boolean not null default true,
  last_position bigint not null default 0)

table events (
  id text collate "C" not null,
  organisation_id text collate "C" not null,
  hall_id text collate "C",
  type text collate "C" not null,
  sequence integer,
  data jsonb not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  entry bigint not null,
  "position" bigint)

table halls (
  id text collate "C" not null,
  organisation_id text collate "C" not null,
  status text collate "C" not null,
  close_reason text collate "C",
  name text,
  external_id text,
  record boolean not null,
  max_participants integer not null,
  empty_timeout_seconds integer not null,
  max_duration_seconds integer not null,
  metadata jsonb not null,
  participant_count integer not null default 0,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  empties_at timestamp(3) with time zone,
  closed_at timestamp(3) with time zone,
  warns_at timestamp(3) with time zone,
  last_sequence integer not null default 0) with fillfactor=80

table idempotent_requests (
  organisation_id text collate "C" not null,
  key text collate "C" not null,
  fingerprint bytea not null,
  seed text collate "C" not null,
  leased_until timestamp(3) with time zone not null,
  status integer,
  location text,
  body bytea,
  created_at timestamp(3) with time zone not null default now())

table installation (
  the_one boolean not null default true,
  id uuid not null default gen_random_uuid(),
  callers_version bigint not null default 0)

table keys (
  id text collate "C" not null,
  organisation_id text collate "C" not null,
  name text not null,
  hash bytea not null,
  hint text not null,
  created_at timestamp(3) with time zone not null default now(),
  last_used_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone)

table leases (
  name text collate "C" not null,
  holder text not null,
  until timestamp with time zone not null)

table media_events (
  id text collate "C" not null,
  received_at timestamp(3) with time zone not null default now())

table organisations (
  id text collate "C" not null,
  name text not null,
  plan text collate "C" not null,
  max_concurrent_halls integer,
  limit_requests integer,
  limit_create integer,
  limit_join integer,
  open_halls integer not null default 0,
  created_at timestamp(3) with time zone not null default now(),
  logo_url text,
  colour text) with fillfactor=70

table participants (
  id text collate "C" not null,
  organisation_id text collate "C" not null,
  hall_id text collate "C" not null,
  name text,
  user_id text,
  role text collate "C" not null,
  status text collate "C" not null,
  metadata jsonb not null,
  created_at timestamp(3) with time zone not null default now(),
  token_expires_at timestamp(3) with time zone not null,
  joined_at timestamp(3) with time zone,
  left_at timestamp(3) with time zone)

table plans (
  name text collate "C" not null,
  max_concurrent_halls integer not null,
  max_participants_per_hall integer not null,
  max_duration_seconds integer not null,
  limit_requests integer not null default 100,
  limit_create integer not null default 10,
  limit_join integer not null default 60)

table presences (
  session text collate "C" not null,
  participant_id text collate "C" not null,
  hall_id text collate "C" not null,
  joined_at timestamp(3) with time zone not null,
  left_at timestamp(3) with time zone)

table recorders (
  id text collate "C" not null,
  host text not null,
  capacity integer not null,
  busy integer not null,
  is_able boolean not null,
  reason text,
  seen_at timestamp(3) with time zone not null default now())

table recording_parts (
  recording_id text collate "C" not null,
  number integer not null,
  etag text not null)

table recordings (
  id text collate "C" not null,
  organisation_id text collate "C" not null,
  hall_id text collate "C" not null,
  status text collate "C" not null default 'starting'::text,
  created_at timestamp(3) with time zone not null default now(),
  started_at timestamp(3) with time zone,
  stops_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  duration_seconds double precision,
  size_bytes bigint,
  width integer,
  height integer,
  object_key text,
  poster_key text,
  failure text,
  deleted_at timestamp(3) with time zone,
  recorder_id text collate "C",
  holder text collate "C",
  leased_until timestamp(3) with time zone,
  is_lost boolean not null default false,
  place jsonb,
  upload_id text)

table storage_settings (
  organisation_id text collate "C" not null,
  endpoint text not null,
  region text not null,
  bucket text not null,
  prefix text not null,
  path_style boolean not null,
  access_key_id text not null,
  secret_access_key bytea not null,
  updated_at timestamp(3) with time zone not null default now())

-- constraints

event_log: PRIMARY KEY (the_one)

event_log: CHECK (the_one)

events: PRIMARY KEY (id)

events: UNIQUE ("position")

events: CHECK ((type = ANY (ARRAY['hall.created'::text, 'hall.closed'::text, 'hall.deleted'::text, 'participant.joined'::text, 'participant.left'::text, 'recording.started'::text, 'recording.completed'::text, 'recording.failed'::text])))

halls: CHECK ((close_reason = ANY (ARRAY['requested'::text, 'empty'::text, 'max_duration'::text, 'plan'::text])))

halls: FOREIGN KEY (organisation_id) REFERENCES organisations(id)

halls: CHECK ((participant_count >= 0))

halls: PRIMARY KEY (id)

halls: CHECK ((status = ANY (ARRAY['opening'::text, 'open'::text, 'closed'::text, 'deleted'::text, 'discarded'::text])))

idempotent_requests: FOREIGN KEY (organisation_id) REFERENCES organisations(id)

idempotent_requests: PRIMARY KEY (organisation_id, key)

installation: PRIMARY KEY (the_one)

installation: CHECK (the_one)

keys: UNIQUE (hash)

keys: FOREIGN KEY (organisation_id) REFERENCES organisations(id)

keys: PRIMARY KEY (id)

leases: PRIMARY KEY (name)

media_events: PRIMARY KEY (id)

organisations: CHECK ((colour ~ '^#[0-9a-f]{6}$'::text))

organisations: CHECK ((limit_create > 0))

organisations: CHECK ((limit_join > 0))

organisations: CHECK ((limit_requests > 0))

organisations: CHECK ((max_concurrent_halls > 0))

organisations: CHECK ((open_halls >= 0))

organisations: PRIMARY KEY (id)

organisations: FOREIGN KEY (plan) REFERENCES plans(name)

participants: FOREIGN KEY (hall_id) REFERENCES halls(id)

participants: PRIMARY KEY (id)

participants: CHECK ((role = ANY (ARRAY['host'::text, 'participant'::text, 'viewer'::text])))

participants: CHECK ((status = ANY (ARRAY['invited'::text, 'joined'::text, 'left'::text, 'removed'::text])))

plans: CHECK ((limit_create > 0))

plans: CHECK ((limit_join > 0))

plans: CHECK ((limit_requests > 0))

plans: CHECK ((max_concurrent_halls > 0))

plans: CHECK ((max_duration_seconds >= 60))

plans: CHECK ((max_participants_per_hall > 0))

plans: PRIMARY KEY (name)

presences: CHECK ((left_at >= joined_at))

presences: FOREIGN KEY (participant_id) REFERENCES participants(id) ON DELETE CASCADE

presences: PRIMARY KEY (session)

recorders: PRIMARY KEY (id)

recording_parts: PRIMARY KEY (recording_id, number)

recording_parts: FOREIGN KEY (recording_id) REFERENCES recordings(id) ON DELETE CASCADE

recordings: FOREIGN KEY (hall_id) REFERENCES halls(id)

recordings: PRIMARY KEY (id)

recordings: CHECK ((status = ANY (ARRAY['starting'::text, 'recording'::text, 'uploading'::text, 'completed'::text, 'failed'::text])))

storage_settings: FOREIGN KEY (organisation_id) REFERENCES organisations(id) ON DELETE CASCADE

storage_settings: PRIMARY KEY (organisation_id)

-- indexes

CREATE UNIQUE INDEX event_log_pkey ON public.event_log USING btree (the_one)

CREATE INDEX events_by_hall ON public.events USING btree (hall_id, type, "position") WHERE ("position" IS NOT NULL)

CREATE INDEX events_by_type ON public.events USING btree (organisation_id, type, "position") WHERE ("position" IS NOT NULL)

CREATE INDEX events_listed ON public.events USING btree (organisation_id, "position") WHERE ("position" IS NOT NULL)

CREATE UNIQUE INDEX events_pkey ON public.events USING btree (id)

CREATE UNIQUE INDEX events_position_key ON public.events USING btree ("position")

CREATE INDEX events_unpublished ON public.events USING btree (entry) WHERE ("position" IS NULL)

CREATE INDEX halls_by_external_id ON public.halls USING btree (organisation_id, external_id, id) WHERE ((external_id IS NOT NULL) AND (status = ANY (ARRAY['open'::text, 'closed'::text])))

CREATE INDEX halls_by_status ON public.halls USING btree (organisation_id, status, id) WHERE (status = ANY (ARRAY['open'::text, 'closed'::text]))

CREATE INDEX halls_emptying ON public.halls USING btree (empties_at) WHERE ((status = 'open'::text) AND (empties_at IS NOT NULL))

CREATE INDEX halls_expiring ON public.halls USING btree (expires_at) WHERE (status = 'open'::text)

CREATE INDEX halls_inhabited ON public.halls USING btree (id) WHERE ((status = 'open'::text) AND (participant_count > 0))

CREATE INDEX halls_listed ON public.halls USING btree (organisation_id, id) WHERE (status = ANY (ARRAY['open'::text, 'closed'::text]))

CREATE INDEX halls_open ON public.halls USING btree (id) WHERE (status = 'open'::text)

CREATE UNIQUE INDEX halls_pkey ON public.halls USING btree (id)

CREATE INDEX halls_unsettled ON public.halls USING btree (status, created_at) WHERE (status = ANY (ARRAY['opening'::text, 'discarded'::text]))

CREATE INDEX halls_warning ON public.halls USING btree (warns_at) WHERE ((status = 'open'::text) AND (warns_at IS NOT NULL))

CREATE INDEX idempotent_requests_by_age ON public.idempotent_requests USING btree (created_at)

CREATE UNIQUE INDEX idempotent_requests_pkey ON public.idempotent_requests USING btree (organisation_id, key)

CREATE UNIQUE INDEX installation_pkey ON public.installation USING btree (the_one)

CREATE INDEX keys_by_organisation ON public.keys USING btree (organisation_id, id)

CREATE UNIQUE INDEX keys_hash_key ON public.keys USING btree (hash)

CREATE UNIQUE INDEX keys_pkey ON public.keys USING btree (id)

CREATE UNIQUE INDEX leases_pkey ON public.leases USING btree (name)

CREATE INDEX media_events_by_age ON public.media_events USING btree (received_at)

CREATE UNIQUE INDEX media_events_pkey ON public.media_events USING btree (id)

CREATE UNIQUE INDEX organisations_pkey ON public.organisations USING btree (id)

CREATE INDEX participants_by_hall ON public.participants USING btree (hall_id, id)

CREATE INDEX participants_by_status ON public.participants USING btree (hall_id, status, id)

CREATE INDEX participants_inside ON public.participants USING btree (hall_id) WHERE (status = 'joined'::text)

CREATE UNIQUE INDEX participants_pkey ON public.participants USING btree (id)

CREATE UNIQUE INDEX plans_pkey ON public.plans USING btree (name)

CREATE INDEX presences_by_participant ON public.presences USING btree (participant_id, joined_at)

CREATE INDEX presences_inside ON public.presences USING btree (hall_id) WHERE (left_at IS NULL)

CREATE UNIQUE INDEX presences_pkey ON public.presences USING btree (session)

CREATE UNIQUE INDEX recorders_pkey ON public.recorders USING btree (id)

CREATE UNIQUE INDEX recording_parts_pkey ON public.recording_parts USING btree (recording_id, number)

CREATE INDEX recordings_by_hall ON public.recordings USING btree (hall_id, id)

CREATE INDEX recordings_by_status ON public.recordings USING btree (organisation_id, status, id) WHERE (deleted_at IS NULL)

CREATE INDEX recordings_listed ON public.recordings USING btree (organisation_id, id) WHERE (deleted_at IS NULL)

CREATE UNIQUE INDEX recordings_pkey ON public.recordings USING btree (id)

CREATE UNIQUE INDEX recordings_running ON public.recordings USING btree (hall_id) WHERE ((status = ANY (ARRAY['starting'::text, 'recording'::text])) AND (stops_at IS NULL) AND (deleted_at IS NULL))

CREATE INDEX recordings_unsettled ON public.recordings USING btree (recorder_id, id) WHERE ((status = ANY (ARRAY['starting'::text, 'recording'::text, 'uploading'::text])) OR is_lost OR (deleted_at IS NOT NULL))

CREATE UNIQUE INDEX storage_settings_pkey ON public.storage_settings USING btree (organisation_id)

-- functions

CREATE OR REPLACE FUNCTION public.callers_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update installation set callers_version = callers_version + 1;
  return null;
end $function$


CREATE OR REPLACE FUNCTION public.hall_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  shown halls := new;
  told integer;
begin
  if new.status = 'deleted' then
    -- What people wrote into the hall is deleted from its row; its owner is told once more which hall this was.
    shown.name := old.name;
    shown.external_id := old.external_id;
    shown.metadata := old.metadata;
  end if;
  if old.status = 'open' then
    with gone as (
      update participants set status = 'left', left_at = new.closed_at where hall_id = new.id and status = 'joined'
      returning id, joined_at, shown_participant(participants) as told_as
    )
    insert into events (id, organisation_id, hall_id, type, sequence, data)
    select new_event_id(), new.organisation_id, new.id, 'participant.left',
      new.last_sequence + row_number() over (order by gone.joined_at, gone.id),
      jsonb_build_object('hall', shown_hall(shown), 'participant', gone.told_as)
    from gone;
    get diagnostics told = row_count;
    update presences set left_at = greatest(joined_at, new.closed_at) where hall_id = new.id and left_at is null;
    new.last_sequence := new.last_sequence + told + 1;
    insert into events (id, organisation_id, hall_id, type, sequence, data)
    values (new_event_id(), new.organisation_id, new.id, 'hall.closed', new.last_sequence,
      jsonb_build_object('hall', shown_hall(shown)));
  end if;
  if new.status in ('open', 'deleted') then
    new.last_sequence := new.last_sequence + 1;
    insert into events (id, organisation_id, hall_id, type, sequence, data)
    values (new_event_id(), new.organisation_id, new.id,
      case new.status when 'open' then 'hall.created' else 'hall.deleted' end, new.last_sequence,
      jsonb_build_object('hall', shown_hall(shown)));
  end if;
  if new.status = 'deleted' then
    delete from participants where hall_id = new.id;
  end if;
  return new;
end $function$


CREATE OR REPLACE FUNCTION public.hall_is_deserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update recordings set stops_at = now()
  where hall_id = new.id and status in ('starting', 'recording') and stops_at is null and deleted_at is null;
  return null;
end $function$


CREATE OR REPLACE FUNCTION public.hall_is_inhabited()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into recordings (id, organisation_id, hall_id) values (new_recording_id(), new.organisation_id, new.id)
  on conflict (hall_id) where status in ('starting', 'recording') and stops_at is null and deleted_at is null do nothing;
  return null;
end $function$


CREATE OR REPLACE FUNCTION public.new_event_id()
 RETURNS text
 LANGUAGE sql
AS $function$
  select 'evt_' || string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', digit, 1), '' order by place)
  from (
    select place, 1 + (milliseconds >> (45 - 5 * place) & 31)::integer as digit
    from (select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as milliseconds) as clock,
      generate_series(0, 9) as place
    union all
    -- Two UUIDs, of which the bytes with the version and the variant are left out.
    select 10 + byte, 1 + (get_byte(random, (array[0, 1, 2, 3, 4, 5, 10, 11, 16, 17, 18, 19, 20, 21, 26, 27])[byte + 1]) & 31)
    from (select uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) as random) as source,
      generate_series(0, 15) as byte
  ) as digits
$function$


CREATE OR REPLACE FUNCTION public.new_recording_id()
 RETURNS text
 LANGUAGE sql
AS $function$
  select 'rec_' || substr(new_event_id(), 5)
$function$


CREATE OR REPLACE FUNCTION public.participant_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  hall halls;
begin
  update halls set last_sequence = last_sequence + 1, participant_count = inside.count,
    empties_at = case when inside.count > 0 then null
      when participant_count > 0 then now() + make_interval(secs => empty_timeout_seconds) else empties_at end
  from (select count(*)::integer as count from participants where hall_id = new.hall_id and status = 'joined') as inside
  where id = new.hall_id
  returning halls.* into hall;
  insert into events (id, organisation_id, hall_id, type, sequence, data)
  values (new_event_id(), new.organisation_id, new.hall_id,
    case new.status when 'joined' then 'participant.joined' else 'participant.left' end, hall.last_sequence,
    jsonb_build_object('hall', shown_hall(hall), 'participant', shown_participant(new)));
  return null;
end $function$


CREATE OR REPLACE FUNCTION public.publish_events(batch integer)
 RETURNS TABLE(published integer, slowest_seconds double precision, last_position bigint)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
#variable_conflict use_column
begin
  perform from events where position is null order by entry limit 1;
  if not found then
    return query select 0, 0::double precision, last_position from event_log;
    return;
  end if;
  perform pg_advisory_xact_lock(hashtext('publish_events'));
  return query
    with before as materialized (
      select last_position from event_log
    ), due as materialized (
      select id, row_number() over (order by entry) as nth
      from (select id, entry from events where position is null order by entry limit batch) as oldest
    ), told as (
      update events set position = before.last_position + due.nth from due, before where events.id = due.id
      returning events.created_at
    ), noted as (
      update event_log set last_position = last_position + (select count(*) from due)
    )
    select count(*)::integer,
      coalesce(extract(epoch from clock_timestamp() - min(told.created_at)), 0)::double precision,
      (select last_position from before) + count(*)
    from told;
end $function$


CREATE OR REPLACE FUNCTION public.recording_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tell_event(new.organisation_id, new.hall_id,
    case new.status when 'recording' then 'recording.started' else 'recording.' || new.status end,
    jsonb_build_object('recording', shown_recording(new)));
  return null;
end $function$


CREATE OR REPLACE FUNCTION public.shown_hall(hall halls)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_build_object('id', hall.id, 'name', hall.name, 'external_id', hall.external_id, 'record', hall.record,
    'max_participants', hall.max_participants, 'empty_timeout_seconds', hall.empty_timeout_seconds,
    'max_duration_seconds', hall.max_duration_seconds, 'metadata', hall.metadata,
    'status', case hall.status when 'open' then 'open' else 'closed' end, 'close_reason', hall.close_reason,
    'participant_count', hall.participant_count, 'created_at', shown_time(hall.created_at),
    'closed_at', shown_time(hall.closed_at), 'expires_at', shown_time(hall.expires_at))
$function$


CREATE OR REPLACE FUNCTION public.shown_participant(participant participants)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_build_object('id', participant.id, 'hall_id', participant.hall_id, 'name', participant.name,
    'user_id', participant.user_id, 'role', participant.role, 'status', participant.status,
    'metadata', participant.metadata, 'joined_at', shown_time(participant.joined_at),
    'left_at', shown_time(participant.left_at))
$function$


CREATE OR REPLACE FUNCTION public.shown_recording(recording recordings)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_build_object('id', recording.id, 'hall_id', recording.hall_id, 'status', recording.status,
    'started_at', shown_time(recording.started_at), 'ended_at', shown_time(recording.ended_at),
    'duration_seconds', round(recording.duration_seconds)::integer, 'size_bytes', recording.size_bytes,
    'width', recording.width, 'height', recording.height, 'format', 'mp4',
    'object_key', recording.object_key, 'failure', recording.failure)
$function$


CREATE OR REPLACE FUNCTION public.shown_time(moment timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$function$


CREATE OR REPLACE FUNCTION public.tell_event(of_organisation text, of_hall text, event_type text, extra jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  hall halls;
begin
  update halls set last_sequence = last_sequence + 1
  where organisation_id = of_organisation and id = of_hall returning * into hall;
  insert into events (id, organisation_id, hall_id, type, sequence, data)
  values (new_event_id(), of_organisation, of_hall, event_type, hall.last_sequence,
    jsonb_build_object('hall', case when hall.id is not null then shown_hall(hall) end) || extra);
end $function$


-- triggers

CREATE TRIGGER hall_changed BEFORE UPDATE OF status ON public.halls FOR EACH ROW WHEN (((old.status <> new.status) AND (new.status = ANY (ARRAY['open'::text, 'closed'::text, 'deleted'::text])))) EXECUTE FUNCTION hall_changed()

CREATE TRIGGER hall_is_deserted AFTER UPDATE OF participant_count, status ON public.halls FOR EACH ROW WHEN ((((old.participant_count > 0) AND (new.participant_count = 0)) OR ((old.status = 'open'::text) AND (new.status <> 'open'::text)))) EXECUTE FUNCTION hall_is_deserted()

CREATE TRIGGER hall_is_inhabited AFTER UPDATE OF participant_count ON public.halls FOR EACH ROW WHEN ((new.record AND (new.status = 'open'::text) AND (old.participant_count = 0) AND (new.participant_count > 0))) EXECUTE FUNCTION hall_is_inhabited()

CREATE TRIGGER callers_changed AFTER DELETE OR UPDATE OF revoked_at, organisation_id, hash ON public.keys FOR EACH STATEMENT EXECUTE FUNCTION callers_changed()

CREATE TRIGGER callers_changed AFTER DELETE OR UPDATE OF name, plan, max_concurrent_halls, limit_requests, limit_create, limit_join ON public.organisations FOR EACH STATEMENT EXECUTE FUNCTION callers_changed()

CREATE TRIGGER participant_changed AFTER UPDATE OF status ON public.participants FOR EACH ROW WHEN ((((old.status = 'joined'::text) <> (new.status = 'joined'::text)) AND (pg_trigger_depth() = 0))) EXECUTE FUNCTION participant_changed()

CREATE TRIGGER callers_changed AFTER DELETE OR UPDATE ON public.plans FOR EACH STATEMENT EXECUTE FUNCTION callers_changed()

CREATE TRIGGER recording_changed AFTER UPDATE OF status ON public.recordings FOR EACH ROW WHEN (((old.status <> new.status) AND (new.status = ANY (ARRAY['recording'::text, 'completed'::text, 'failed'::text])) AND (new.deleted_at IS NULL))) EXECUTE FUNCTION recording_changed()
