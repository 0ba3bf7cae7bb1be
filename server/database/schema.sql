-- The schema after all migrations, as the tests find it. Written by: npm test -- test/house -u

-- tables

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
  warns_at timestamp(3) with time zone) with fillfactor=80

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

storage_settings: FOREIGN KEY (organisation_id) REFERENCES organisations(id) ON DELETE CASCADE

storage_settings: PRIMARY KEY (organisation_id)

-- indexes

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


CREATE OR REPLACE FUNCTION public.hall_ended()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update participants set status = 'left', left_at = new.closed_at where hall_id = new.id and status = 'joined';
  update presences set left_at = greatest(joined_at, new.closed_at) where hall_id = new.id and left_at is null;
  return null;
end $function$


-- triggers

CREATE TRIGGER hall_ended AFTER UPDATE OF status ON public.halls FOR EACH ROW WHEN (((old.status = 'open'::text) AND (new.status <> 'open'::text))) EXECUTE FUNCTION hall_ended()

CREATE TRIGGER callers_changed AFTER DELETE OR UPDATE OF revoked_at, organisation_id, hash ON public.keys FOR EACH STATEMENT EXECUTE FUNCTION callers_changed()

CREATE TRIGGER callers_changed AFTER DELETE OR UPDATE OF name, plan, max_concurrent_halls, limit_requests, limit_create, limit_join ON public.organisations FOR EACH STATEMENT EXECUTE FUNCTION callers_changed()

CREATE TRIGGER callers_changed AFTER DELETE OR UPDATE ON public.plans FOR EACH STATEMENT EXECUTE FUNCTION callers_changed()
