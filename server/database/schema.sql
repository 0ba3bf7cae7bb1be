-- The schema after all migrations, as the tests find it. Written by: npm test -- test/house -u

-- tables

table audit_log (
  id text collate "C" not null,
  organisation_id text collate "C",
  person_id text collate "C" not null,
  person_email text not null,
  action text collate "C" not null,
  target text not null,
  details jsonb not null default '{}'::jsonb,
  address text not null,
  created_at timestamp(3) with time zone not null default now())

table credentials (
  id text collate "C" not null,
  person_id text collate "C" not null,
  provider_id text collate "C" not null,
  account_id text collate "C" not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp(3) with time zone,
  refresh_token_expires_at timestamp(3) with time zone,
  scope text,
  password text,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now())

table deliveries (
  id text collate "C" not null,
  organisation_id text collate "C" not null,
  webhook_id text collate "C" not null,
  event_id text collate "C" not null,
  event_type text collate "C" not null,
  reason text collate "C" not null,
  status text collate "C" not null default 'pending'::text,
  attempt_count integer not null default 0,
  next_attempt_at timestamp(3) with time zone,
  response_status integer,
  error text,
  attempts jsonb not null default '[]'::jsonb,
  body text,
  created_at timestamp(3) with time zone not null default now(),
  finished_at timestamp(3) with time zone)

table egresses (
  recording_id text collate "C" not null,
  egress_id text collate "C",
  tries integer not null default 0,
  asked_at timestamp(3) with time zone,
  not_before timestamp(3) with time zone not null default now())

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
  revoked_at timestamp(3) with time zone,
  created_by text)

table leases (
  name text collate "C" not null,
  holder text not null,
  until timestamp with time zone not null)

table links (
  id text collate "C" not null,
  kind text collate "C" not null,
  hash bytea not null,
  organisation_id text collate "C",
  role text collate "C",
  email text collate "C",
  person_id text collate "C",
  created_by text,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone)

table media_events (
  id text collate "C" not null,
  received_at timestamp(3) with time zone not null default now())

table members (
  organisation_id text collate "C" not null,
  person_id text collate "C" not null,
  role text collate "C" not null,
  created_at timestamp(3) with time zone not null default now())

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
  colour text,
  webhook_count integer not null default 0,
  suspended_at timestamp(3) with time zone,
  suspended_reason text) with fillfactor=70

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

table passkeys (
  id text collate "C" not null,
  person_id text collate "C" not null,
  name text,
  public_key text not null,
  credential_id text collate "C" not null,
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamp(3) with time zone default now())

table people (
  id text collate "C" not null,
  name text not null,
  email text collate "C" not null,
  email_verified boolean not null default false,
  image text,
  two_factor_enabled boolean not null default false,
  is_operator boolean not null default false,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now())

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

table sessions (
  id text collate "C" not null,
  token text collate "C" not null,
  person_id text collate "C" not null,
  address text,
  user_agent text,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null)

table sign_in_steps (
  id text collate "C" not null,
  identifier text collate "C" not null,
  value text not null,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now())

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

table two_factors (
  id text collate "C" not null,
  person_id text collate "C" not null,
  secret text not null,
  recovery_codes text not null,
  verified boolean not null default true,
  failures integer not null default 0,
  locked_until timestamp(3) with time zone)

table usage_counts (
  organisation_id text collate "C" not null,
  day date not null,
  what text collate "C" not null,
  count bigint not null)

table webhook_queues (
  webhook_id text collate "C" not null,
  due_at timestamp(3) with time zone,
  holder text collate "C",
  version bigint not null default 0,
  slow boolean not null default false,
  strikes integer not null default 0,
  rests_until timestamp(3) with time zone,
  cancelled_through timestamp(3) with time zone) with fillfactor=50, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=1000

table webhook_replays (
  id text collate "C" not null,
  organisation_id text collate "C" not null,
  webhook_id text collate "C" not null,
  from_time timestamp(3) with time zone not null,
  to_time timestamp(3) with time zone not null,
  status text collate "C" not null default 'running'::text,
  "position" bigint not null default 0,
  last_position bigint not null,
  queued integer not null default 0,
  created_at timestamp(3) with time zone not null default now(),
  finished_at timestamp(3) with time zone)

table webhooks (
  id text collate "C" not null,
  organisation_id text collate "C" not null,
  url text not null,
  events text[] not null,
  description text,
  enabled boolean not null default true,
  disabled_reason text collate "C",
  disabled_at timestamp(3) with time zone,
  failing_since timestamp(3) with time zone,
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamp(3) with time zone,
  rotated_by text collate "C",
  created_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone)

-- constraints

audit_log: PRIMARY KEY (id)

credentials: FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE

credentials: PRIMARY KEY (id)

credentials: UNIQUE (provider_id, account_id)

deliveries: CHECK (((next_attempt_at IS NOT NULL) = (status = 'pending'::text)))

deliveries: PRIMARY KEY (id)

deliveries: CHECK ((reason = ANY (ARRAY['event'::text, 'replay'::text, 'redelivery'::text, 'test'::text])))

deliveries: CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text, 'cancelled'::text])))

egresses: PRIMARY KEY (recording_id)

egresses: FOREIGN KEY (recording_id) REFERENCES recordings(id) ON DELETE CASCADE

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

links: CHECK (((kind = 'invitation'::text) <= ((organisation_id IS NOT NULL) AND (email IS NOT NULL) AND (role IS NOT NULL))))

links: CHECK (((kind = 'reset'::text) <= (person_id IS NOT NULL)))

links: UNIQUE (hash)

links: CHECK ((kind = ANY (ARRAY['set_up'::text, 'invitation'::text, 'reset'::text])))

links: FOREIGN KEY (organisation_id) REFERENCES organisations(id) ON DELETE CASCADE

links: FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE

links: PRIMARY KEY (id)

links: CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'developer'::text, 'viewer'::text])))

media_events: PRIMARY KEY (id)

members: FOREIGN KEY (organisation_id) REFERENCES organisations(id) ON DELETE CASCADE

members: FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE

members: PRIMARY KEY (organisation_id, person_id)

members: CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'developer'::text, 'viewer'::text])))

organisations: CHECK (((suspended_at IS NULL) = (suspended_reason IS NULL)))

organisations: CHECK ((colour ~ '^#[0-9a-f]{6}$'::text))

organisations: CHECK ((limit_create > 0))

organisations: CHECK ((limit_join > 0))

organisations: CHECK ((limit_requests > 0))

organisations: CHECK ((max_concurrent_halls > 0))

organisations: CHECK ((open_halls >= 0))

organisations: PRIMARY KEY (id)

organisations: FOREIGN KEY (plan) REFERENCES plans(name)

organisations: CHECK ((webhook_count >= 0))

participants: FOREIGN KEY (hall_id) REFERENCES halls(id)

participants: PRIMARY KEY (id)

participants: CHECK ((role = ANY (ARRAY['host'::text, 'participant'::text, 'viewer'::text])))

participants: CHECK ((status = ANY (ARRAY['invited'::text, 'joined'::text, 'left'::text, 'removed'::text])))

passkeys: UNIQUE (credential_id)

passkeys: FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE

passkeys: PRIMARY KEY (id)

people: UNIQUE (email)

people: PRIMARY KEY (id)

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

sessions: FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE

sessions: PRIMARY KEY (id)

sessions: UNIQUE (token)

sign_in_steps: PRIMARY KEY (id)

storage_settings: FOREIGN KEY (organisation_id) REFERENCES organisations(id) ON DELETE CASCADE

storage_settings: PRIMARY KEY (organisation_id)

two_factors: FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE

two_factors: PRIMARY KEY (id)

usage_counts: PRIMARY KEY (organisation_id, day, what)

webhook_queues: PRIMARY KEY (webhook_id)

webhook_queues: FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE

webhook_replays: CHECK ((to_time > from_time))

webhook_replays: PRIMARY KEY (id)

webhook_replays: CHECK ((status = ANY (ARRAY['running'::text, 'completed'::text, 'cancelled'::text])))

webhook_replays: FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE

webhooks: CHECK (((enabled = (disabled_reason IS NULL)) AND (enabled = (disabled_at IS NULL))))

webhooks: CHECK ((disabled_reason = ANY (ARRAY['requested'::text, 'gone'::text, 'failing'::text])))

webhooks: FOREIGN KEY (organisation_id) REFERENCES organisations(id)

webhooks: PRIMARY KEY (id)

-- indexes

CREATE INDEX audit_log_by_action ON public.audit_log USING btree (organisation_id, action, id)

CREATE INDEX audit_log_by_person ON public.audit_log USING btree (organisation_id, person_id, id)

CREATE INDEX audit_log_listed ON public.audit_log USING btree (organisation_id, id)

CREATE UNIQUE INDEX audit_log_pkey ON public.audit_log USING btree (id)

CREATE INDEX credentials_by_person ON public.credentials USING btree (person_id)

CREATE UNIQUE INDEX credentials_pkey ON public.credentials USING btree (id)

CREATE UNIQUE INDEX credentials_provider_id_account_id_key ON public.credentials USING btree (provider_id, account_id)

CREATE INDEX deliveries_listed ON public.deliveries USING btree (webhook_id, status, id)

CREATE UNIQUE INDEX deliveries_pkey ON public.deliveries USING btree (id)

CREATE INDEX deliveries_waiting ON public.deliveries USING btree (webhook_id, next_attempt_at, id) WHERE (status = 'pending'::text)

CREATE UNIQUE INDEX egresses_pkey ON public.egresses USING btree (recording_id)

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

CREATE INDEX halls_gone ON public.halls USING btree (organisation_id, id) WHERE (status = 'deleted'::text)

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

CREATE UNIQUE INDEX links_hash_key ON public.links USING btree (hash)

CREATE INDEX links_of_organisation ON public.links USING btree (organisation_id, id) WHERE ((kind = 'invitation'::text) AND (used_at IS NULL))

CREATE UNIQUE INDEX links_pkey ON public.links USING btree (id)

CREATE INDEX media_events_by_age ON public.media_events USING btree (received_at)

CREATE UNIQUE INDEX media_events_pkey ON public.media_events USING btree (id)

CREATE INDEX members_by_person ON public.members USING btree (person_id)

CREATE UNIQUE INDEX members_pkey ON public.members USING btree (organisation_id, person_id)

CREATE UNIQUE INDEX organisations_pkey ON public.organisations USING btree (id)

CREATE INDEX participants_by_hall ON public.participants USING btree (hall_id, id)

CREATE INDEX participants_by_status ON public.participants USING btree (hall_id, status, id)

CREATE INDEX participants_inside ON public.participants USING btree (hall_id) WHERE (status = 'joined'::text)

CREATE UNIQUE INDEX participants_pkey ON public.participants USING btree (id)

CREATE INDEX passkeys_by_person ON public.passkeys USING btree (person_id)

CREATE UNIQUE INDEX passkeys_credential_id_key ON public.passkeys USING btree (credential_id)

CREATE UNIQUE INDEX passkeys_pkey ON public.passkeys USING btree (id)

CREATE UNIQUE INDEX people_email_key ON public.people USING btree (email)

CREATE UNIQUE INDEX people_pkey ON public.people USING btree (id)

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

CREATE INDEX sessions_by_end ON public.sessions USING btree (expires_at)

CREATE INDEX sessions_by_person ON public.sessions USING btree (person_id, id)

CREATE UNIQUE INDEX sessions_pkey ON public.sessions USING btree (id)

CREATE UNIQUE INDEX sessions_token_key ON public.sessions USING btree (token)

CREATE INDEX sign_in_steps_by_end ON public.sign_in_steps USING btree (expires_at)

CREATE INDEX sign_in_steps_by_identifier ON public.sign_in_steps USING btree (identifier)

CREATE UNIQUE INDEX sign_in_steps_pkey ON public.sign_in_steps USING btree (id)

CREATE UNIQUE INDEX storage_settings_pkey ON public.storage_settings USING btree (organisation_id)

CREATE INDEX two_factors_by_person ON public.two_factors USING btree (person_id)

CREATE UNIQUE INDEX two_factors_pkey ON public.two_factors USING btree (id)

CREATE UNIQUE INDEX usage_counts_pkey ON public.usage_counts USING btree (organisation_id, day, what)

CREATE INDEX webhook_queues_cancelled ON public.webhook_queues USING btree (webhook_id) WHERE (cancelled_through IS NOT NULL)

CREATE INDEX webhook_queues_due ON public.webhook_queues USING btree (slow, due_at) WHERE (due_at IS NOT NULL)

CREATE UNIQUE INDEX webhook_queues_pkey ON public.webhook_queues USING btree (webhook_id)

CREATE INDEX webhook_replays_by_age ON public.webhook_replays USING btree (created_at)

CREATE UNIQUE INDEX webhook_replays_pkey ON public.webhook_replays USING btree (id)

CREATE UNIQUE INDEX webhook_replays_running ON public.webhook_replays USING btree (webhook_id) WHERE (status = 'running'::text)

CREATE INDEX webhooks_deleted ON public.webhooks USING btree (id) WHERE (deleted_at IS NOT NULL)

CREATE INDEX webhooks_listed ON public.webhooks USING btree (organisation_id, id) WHERE (deleted_at IS NULL)

CREATE UNIQUE INDEX webhooks_pkey ON public.webhooks USING btree (id)

-- functions

CREATE OR REPLACE FUNCTION public.audit_log_is_written_once()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the audit log is never changed';
end $function$


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


CREATE OR REPLACE FUNCTION public.new_delivery_id(id_time text, event_position bigint)
 RETURNS text
 LANGUAGE sql
AS $function$
  select 'dlv_' || id_time || lpad(to_hex(event_position & 65535), 4, '0') || right(gen_random_uuid()::text, 12)
$function$


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
declare
  woken text[];
  id_time text;
begin
  perform from events where position is null order by entry limit 1;
  if not found then
    return query select 0, 0::double precision, last_position from event_log;
    return;
  end if;
  perform pg_advisory_xact_lock(hashtext('publish_events'));
  id_time := ulid_time(clock_timestamp());
  with before as materialized (
    select last_position from event_log
  ), due as materialized (
    select id, row_number() over (order by entry) as nth
    from (select id, entry from events where position is null order by entry limit batch) as oldest
  ), told as (
    update events set position = before.last_position + due.nth from due, before where events.id = due.id
    returning events.id, events.organisation_id, events.type, events.position, events.created_at
  ), noted as (
    update event_log set last_position = last_position + (select count(*) from due)
  ), queued as (
    insert into deliveries (id, organisation_id, webhook_id, event_id, event_type, reason, next_attempt_at)
    select new_delivery_id(id_time, told.position), told.organisation_id, webhooks.id, told.id, told.type, 'event', now()
    from told join webhooks on webhooks.organisation_id = told.organisation_id
    where webhooks.enabled and webhooks.deleted_at is null and webhooks.events && array['*', told.type]
    order by told.position
    returning webhook_id
  )
  select count(*)::integer,
    coalesce(extract(epoch from clock_timestamp() - min(told.created_at)), 0)::double precision,
    (select last_position from before) + count(*),
    (select array_agg(distinct webhook_id) from queued)
  into published, slowest_seconds, last_position, woken
  from told;
  if woken is not null then
    perform wake_webhooks(woken);
  end if;
  return next;
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


CREATE OR REPLACE FUNCTION public.ulid_time(moment timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz',
    1 + (floor(extract(epoch from moment) * 1000)::bigint >> (45 - 5 * place) & 31)::integer, 1), '' order by place)
  from generate_series(0, 9) as place
$function$


CREATE OR REPLACE FUNCTION public.wake_webhooks(ids text[])
 RETURNS void
 LANGUAGE sql
AS $function$
  with locked as materialized (
    select webhook_id from webhook_queues where webhook_id = any(ids) order by webhook_id for update
  )
  update webhook_queues q set version = version + 1,
    due_at = case when holder is null then least(due_at, greatest(now(), rests_until)) else due_at end
  from locked where q.webhook_id = locked.webhook_id
$function$


-- triggers

CREATE TRIGGER audit_log_is_written_once BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_log_is_written_once()

CREATE TRIGGER hall_changed BEFORE UPDATE OF status ON public.halls FOR EACH ROW WHEN (((old.status <> new.status) AND (new.status = ANY (ARRAY['open'::text, 'closed'::text, 'deleted'::text])))) EXECUTE FUNCTION hall_changed()

CREATE TRIGGER hall_is_deserted AFTER UPDATE OF participant_count, status ON public.halls FOR EACH ROW WHEN ((((old.participant_count > 0) AND (new.participant_count = 0)) OR ((old.status = 'open'::text) AND (new.status <> 'open'::text)))) EXECUTE FUNCTION hall_is_deserted()

CREATE TRIGGER hall_is_inhabited AFTER UPDATE OF participant_count ON public.halls FOR EACH ROW WHEN ((new.record AND (new.status = 'open'::text) AND (old.participant_count = 0) AND (new.participant_count > 0))) EXECUTE FUNCTION hall_is_inhabited()

CREATE TRIGGER callers_changed AFTER DELETE OR UPDATE OF revoked_at, organisation_id, hash ON public.keys FOR EACH STATEMENT EXECUTE FUNCTION callers_changed()

CREATE TRIGGER callers_changed AFTER DELETE OR UPDATE OF name, plan, max_concurrent_halls, limit_requests, limit_create, limit_join, suspended_at ON public.organisations FOR EACH STATEMENT EXECUTE FUNCTION callers_changed()

CREATE TRIGGER participant_changed AFTER UPDATE OF status ON public.participants FOR EACH ROW WHEN ((((old.status = 'joined'::text) <> (new.status = 'joined'::text)) AND (pg_trigger_depth() = 0))) EXECUTE FUNCTION participant_changed()

CREATE TRIGGER callers_changed AFTER DELETE OR UPDATE ON public.plans FOR EACH STATEMENT EXECUTE FUNCTION callers_changed()

CREATE TRIGGER recording_changed AFTER UPDATE OF status ON public.recordings FOR EACH ROW WHEN (((old.status <> new.status) AND (new.status = ANY (ARRAY['recording'::text, 'completed'::text, 'failed'::text])) AND (new.deleted_at IS NULL))) EXECUTE FUNCTION recording_changed()
