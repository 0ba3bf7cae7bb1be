-- People sign in to the dashboard. The tables people, sessions, credentials, sign_in_steps, two_factors and passkeys are
-- better-auth's models under names of ours; see docs/decisions/017-people.md.

create table people (
  id text collate "C" primary key,
  name text not null,
  -- In small letters.
  email text collate "C" not null unique,
  email_verified boolean not null default false,
  image text,
  two_factor_enabled boolean not null default false,
  -- Runs the installation: sees the operator's area.
  is_operator boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create table sessions (
  id text collate "C" primary key,
  -- Opens nothing by itself: the cookie holds it with a signature made with a key that is not in the database.
  token text collate "C" not null unique,
  person_id text collate "C" not null references people (id) on delete cascade,
  address text,
  user_agent text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index sessions_by_person on sessions (person_id, id);
create index sessions_by_end on sessions (expires_at);

-- How a person proves to be that person: a password (provider credential) or single sign-on.
create table credentials (
  id text collate "C" primary key,
  person_id text collate "C" not null references people (id) on delete cascade,
  provider_id text collate "C" not null,
  account_id text collate "C" not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz(3),
  refresh_token_expires_at timestamptz(3),
  scope text,
  -- argon2id in PHC form.
  password text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (provider_id, account_id)
);
create index credentials_by_person on credentials (person_id);

-- What a sign-in that takes several requests remembers: the second factor that is awaited, a passkey's challenge.
create table sign_in_steps (
  id text collate "C" primary key,
  identifier text collate "C" not null,
  value text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index sign_in_steps_by_identifier on sign_in_steps (identifier);
create index sign_in_steps_by_end on sign_in_steps (expires_at);

create table two_factors (
  id text collate "C" primary key,
  person_id text collate "C" not null references people (id) on delete cascade,
  -- Both encrypted.
  secret text not null,
  recovery_codes text not null,
  verified boolean not null default true,
  failures integer not null default 0,
  locked_until timestamptz(3)
);
create index two_factors_by_person on two_factors (person_id);

create table passkeys (
  id text collate "C" primary key,
  person_id text collate "C" not null references people (id) on delete cascade,
  name text,
  public_key text not null,
  credential_id text collate "C" not null unique,
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz(3) default now()
);
create index passkeys_by_person on passkeys (person_id);

create table members (
  organisation_id text collate "C" not null references organisations (id) on delete cascade,
  person_id text collate "C" not null references people (id) on delete cascade,
  role text collate "C" not null check (role in ('owner', 'admin', 'developer', 'viewer')),
  created_at timestamptz(3) not null default now(),
  primary key (organisation_id, person_id)
);
create index members_by_person on members (person_id);

-- Links that do one thing once: set up the installation, accept an invitation, choose a new password.
create table links (
  id text collate "C" primary key,
  kind text collate "C" not null check (kind in ('set_up', 'invitation', 'reset')),
  -- SHA-256 of the link's secret, which has 256 random bits.
  hash bytea not null unique,
  -- Of an invitation; the first operator gets the organisation that the start made, if it made one.
  organisation_id text collate "C" references organisations (id) on delete cascade,
  role text collate "C" check (role in ('owner', 'admin', 'developer', 'viewer')),
  -- Whom it is for; a set-up link is for whoever holds it.
  email text collate "C",
  person_id text collate "C" references people (id) on delete cascade,
  created_by text,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  check ((kind = 'invitation') <= (organisation_id is not null and email is not null and role is not null)),
  check ((kind = 'reset') <= (person_id is not null))
);
create index links_of_organisation on links (organisation_id, id) where kind = 'invitation' and used_at is null;

-- Who did what, to what, when and from where. Names and addresses as they were then: rows outlive whom they tell of.
create table audit_log (
  id text collate "C" primary key,
  -- Null for what concerns the installation.
  organisation_id text collate "C",
  person_id text collate "C" not null,
  person_email text not null,
  action text collate "C" not null,
  target text not null,
  details jsonb not null default '{}',
  address text not null,
  created_at timestamptz(3) not null default now()
);
create index audit_log_listed on audit_log (organisation_id, id);
create index audit_log_by_action on audit_log (organisation_id, action, id);
create index audit_log_by_person on audit_log (organisation_id, person_id, id);

create function audit_log_is_written_once() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is never changed';
end $$;
create trigger audit_log_is_written_once before update or delete or truncate on audit_log
  for each statement execute function audit_log_is_written_once();

-- Requests of each organisation by day (UTC), summed up in memory and added every some seconds.
create table usage_counts (
  organisation_id text collate "C" not null,
  day date not null,
  -- requests, or refused_ and the name of the window that was full.
  what text collate "C" not null,
  count bigint not null,
  primary key (organisation_id, day, what)
);
-- Usage counts what happened in halls that are gone for the API too; the others have halls_listed.
create index halls_gone on halls (organisation_id, id) where status = 'deleted';

alter table organisations add column suspended_at timestamptz(3);
alter table organisations add column suspended_reason text
  check ((suspended_at is null) = (suspended_reason is null));
drop trigger callers_changed on organisations;
create trigger callers_changed after
  update of name, plan, max_concurrent_halls, limit_requests, limit_create, limit_join, suspended_at or delete
  on organisations for each statement execute function callers_changed();

-- The person who made the key in the dashboard; null when it was made by a command.
alter table keys add column created_by text;
