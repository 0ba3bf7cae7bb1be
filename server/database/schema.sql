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

-- constraints

audit_log: PRIMARY KEY (id)

credentials: FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE

credentials: PRIMARY KEY (id)

credentials: UNIQUE (provider_id, account_id)

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

sessions: FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE

sessions: PRIMARY KEY (id)

sessions: UNIQUE (token)

sign_in_steps: PRIMARY KEY (id)

two_factors: FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE

two_factors: PRIMARY KEY (id)

usage_counts: PRIMARY KEY (organisation_id, day, what)

-- indexes

CREATE INDEX audit_log_by_action ON public.audit_log USING btree (organisation_id, action, id)

CREATE INDEX audit_log_by_person ON public.audit_log USING btree (organisation_id, person_id, id)

CREATE INDEX audit_log_listed ON public.audit_log USING btree (organisation_id, id)

CREATE UNIQUE INDEX audit_log_pkey ON public.audit_log USING btree (id)

CREATE INDEX credentials_by_person ON public.credentials USING btree (person_id)

CREATE UNIQUE INDEX credentials_pkey ON public.credentials USING btree (id)

CREATE UNIQUE INDEX credentials_provider_id_account_id_key ON public.credentials USING btree (provider_id, account_id)

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

CREATE INDEX sessions_by_end ON public.sessions USING btree (expires_at)

CREATE INDEX sessions_by_person ON public.sessions USING btree (person_id, id)

CREATE UNIQUE INDEX sessions_pkey ON public.sessions USING btree (id)

CREATE UNIQUE INDEX sessions_token_key ON public.sessions USING btree (token)

CREATE INDEX sign_in_steps_by_end ON public.sign_in_steps USING btree (expires_at)

CREATE INDEX sign_in_steps_by_identifier ON public.sign_in_steps USING btree (identifier)

CREATE UNIQUE INDEX sign_in_steps_pkey ON public.sign_in_steps USING btree (id)

CREATE INDEX two_factors_by_person ON public.two_factors USING btree (person_id)

CREATE UNIQUE INDEX two_factors_pkey ON public.two_factors USING btree (id)

CREATE UNIQUE INDEX usage_counts_pkey ON public.usage_counts USING btree (organisation_id, day, what)

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

CREATE TRIGGER audit_log_is_written_once BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_log_is_written_once()

CREATE TRIGGER hall_ended AFTER UPDATE OF status ON public.halls FOR EACH ROW WHEN (((old.status = 'open'::text) AND (new.status <> 'open'::text))) EXECUTE FUNCTION hall_ended()

CREATE TRIGGER callers_changed AFTER DELETE OR UPDATE OF revoked_at, organisation_id, hash ON public.keys FOR EACH STATEMENT EXECUTE FUNCTION callers_changed()

CREATE TRIGGER callers_changed AFTER DELETE OR UPDATE OF name, plan, max_concurrent_halls, limit_requests, limit_create, limit_join, suspended_at ON public.organisations FOR EACH STATEMENT EXECUTE FUNCTION callers_changed()

CREATE TRIGGER callers_changed AFTER DELETE OR UPDATE ON public.plans FOR EACH STATEMENT EXECUTE FUNCTION callers_changed()
