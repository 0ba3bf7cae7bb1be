-- Text that is compared as bytes sorts ids by time and keeps indexes small and independent of the server's locale.

create table plans (
  name text collate "C" primary key,
  max_concurrent_halls integer not null check (max_concurrent_halls > 0),
  max_participants_per_hall integer not null check (max_participants_per_hall > 0),
  max_duration_seconds integer not null check (max_duration_seconds >= 60),
  -- Requests in any 60 seconds: of one key on all routes, of one organisation on creating halls, of one hall on joining.
  limit_requests integer not null default 100 check (limit_requests > 0),
  limit_create integer not null default 10 check (limit_create > 0),
  limit_join integer not null default 60 check (limit_join > 0)
);

insert into plans (name, max_concurrent_halls, max_participants_per_hall, max_duration_seconds) values
  ('free', 5, 25, 3600),
  ('pro', 50, 200, 28800),
  ('enterprise', 1000, 1000, 86400);

create table organisations (
  id text collate "C" primary key,
  name text not null,
  plan text collate "C" not null references plans (name),
  -- An organisation's own limits replace the plan's.
  max_concurrent_halls integer check (max_concurrent_halls > 0),
  limit_requests integer check (limit_requests > 0),
  limit_create integer check (limit_create > 0),
  limit_join integer check (limit_join > 0),
  -- The capacity that is taken: halls that are opening or open. Kept here so that taking a place costs the same
  -- whether the organisation has one hall or a thousand.
  open_halls integer not null default 0 check (open_halls >= 0),
  created_at timestamptz(3) not null default now()
) with (fillfactor = 70);

create table keys (
  id text collate "C" primary key,
  organisation_id text collate "C" not null references organisations (id),
  name text not null,
  -- SHA-256 of the key. The key has 190 random bits, so a slow hash would add nothing.
  hash bytea not null unique,
  -- The last four characters, so that people can tell their keys apart.
  hint text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index keys_by_organisation on keys (organisation_id, id);

create table halls (
  id text collate "C" primary key,
  organisation_id text collate "C" not null references organisations (id),
  -- opening: capacity is taken, the room is not there yet. discarded: it could not be opened, its room may still have
  -- to be removed. deleted: gone for the API. Only open and closed halls are ever shown.
  status text collate "C" not null check (status in ('opening', 'open', 'closed', 'deleted', 'discarded')),
  close_reason text collate "C" check (close_reason in ('requested', 'empty', 'max_duration', 'plan')),
  name text,
  external_id text,
  record boolean not null,
  max_participants integer not null,
  empty_timeout_seconds integer not null,
  max_duration_seconds integer not null,
  metadata jsonb not null,
  participant_count integer not null default 0 check (participant_count >= 0),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  -- When the hall has been empty for too long; null while somebody is inside.
  empties_at timestamptz(3),
  closed_at timestamptz(3)
) with (fillfactor = 80);

-- Lists: newest first, by id; one index for each filter, all of them organisation first.
create index halls_listed on halls (organisation_id, id) where status in ('open', 'closed');
create index halls_by_status on halls (organisation_id, status, id) where status in ('open', 'closed');
create index halls_by_external_id on halls (organisation_id, external_id, id)
  where external_id is not null and status in ('open', 'closed');
-- What the sweep walks: only halls that are not at rest, whatever the number of closed ones.
create index halls_unsettled on halls (status, created_at) where status in ('opening', 'discarded');
create index halls_open on halls (id) where status = 'open';
create index halls_expiring on halls (expires_at) where status = 'open';
create index halls_emptying on halls (empties_at) where status = 'open' and empties_at is not null;

create table participants (
  id text collate "C" primary key,
  organisation_id text collate "C" not null,
  hall_id text collate "C" not null references halls (id),
  name text,
  user_id text,
  role text collate "C" not null check (role in ('host', 'participant', 'viewer')),
  status text collate "C" not null check (status in ('invited', 'joined', 'left', 'removed')),
  metadata jsonb not null,
  created_at timestamptz(3) not null default now(),
  token_expires_at timestamptz(3) not null,
  joined_at timestamptz(3),
  left_at timestamptz(3)
);
create index participants_by_hall on participants (hall_id, id);

-- One row for each Idempotency-Key of the last 24 hours.
create table idempotent_requests (
  organisation_id text collate "C" not null references organisations (id),
  key text collate "C" not null,
  -- SHA-256 of method, path and body.
  fingerprint bytea not null,
  -- The part after the prefix of the id that the request makes: fixed before it begins, so that after a crash
  -- the repeat finds what the first had done.
  seed text collate "C" not null,
  -- Whose turn it is; a process that died holds it no longer than this.
  leased_until timestamptz(3) not null,
  -- Null while at work. The body is encrypted: it may hold a participant's token.
  status integer,
  location text,
  body bytea,
  created_at timestamptz(3) not null default now(),
  primary key (organisation_id, key)
);
create index idempotent_requests_by_age on idempotent_requests (created_at);

-- Work that one instance at a time does.
create table leases (
  name text collate "C" primary key,
  holder text not null,
  until timestamptz not null
);

-- What is true of this installation as a whole.
create table installation (
  the_one boolean primary key default true check (the_one),
  -- Marks this installation's rooms on a media server that it may share with others.
  id uuid not null default gen_random_uuid(),
  -- Rises with every change that a cached caller would have to know of.
  callers_version bigint not null default 0
);
insert into installation default values;

-- Every instance looks at callers_version several times a second and forgets its cached callers when it has risen.
-- A trigger, so that no statement that changes a key or a limit can forget it, one typed by an operator included.
create function callers_changed() returns trigger language plpgsql as $$
begin
  update installation set callers_version = callers_version + 1;
  return null;
end $$;
create trigger callers_changed after update or delete on plans
  for each statement execute function callers_changed();
create trigger callers_changed after update of name, plan, max_concurrent_halls, limit_requests, limit_create, limit_join or delete
  on organisations for each statement execute function callers_changed();
create trigger callers_changed after update of revoked_at, organisation_id, hash or delete on keys
  for each statement execute function callers_changed();
