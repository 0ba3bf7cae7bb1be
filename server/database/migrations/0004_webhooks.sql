-- Where organisations have events sent to. Taken together with the counter on the organisation's row, as halls are.
alter table organisations add column webhook_count integer not null default 0 check (webhook_count >= 0);

create table webhooks (
  id text collate "C" primary key,
  organisation_id text collate "C" not null references organisations (id),
  url text not null,
  -- Types of events, or '*' alone.
  events text[] not null,
  description text,
  enabled boolean not null default true,
  -- Null while enabled: requested, gone (the receiver answered 410), failing (five days of nothing but failure).
  disabled_reason text collate "C" check (disabled_reason in ('requested', 'gone', 'failing')),
  disabled_at timestamptz(3),
  -- When the failures began that have lasted since; null after a success.
  failing_since timestamptz(3),
  -- Encrypted. After a rotation both sign until previous_secret_until.
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamptz(3),
  -- Which attempt of a request rotated last, so that its repeat after a crash does not rotate again.
  rotated_by text collate "C",
  created_at timestamptz(3) not null default now(),
  -- Gone for the API; the row stays until its deliveries have been removed in batches.
  deleted_at timestamptz(3),
  check (enabled = (disabled_reason is null) and enabled = (disabled_at is null))
);
create index webhooks_listed on webhooks (organisation_id, id) where deleted_at is null;
create index webhooks_deleted on webhooks (id) where deleted_at is not null;

-- One event for one endpoint: the queue and the log at once. No references, which would lock the endpoint's row for each of them.
-- Old ones go by their id, which begins with the time.
create table deliveries (
  id text collate "C" primary key,
  organisation_id text collate "C" not null,
  webhook_id text collate "C" not null,
  event_id text collate "C" not null,
  event_type text collate "C" not null,
  reason text collate "C" not null check (reason in ('event', 'replay', 'redelivery', 'test')),
  status text collate "C" not null default 'pending' check (status in ('pending', 'delivered', 'failed', 'cancelled')),
  attempt_count integer not null default 0,
  next_attempt_at timestamptz(3) check ((next_attempt_at is not null) = (status = 'pending')),
  -- Of the last attempt.
  response_status integer,
  error text,
  -- Each attempt with its headers and its answer, the first one first.
  attempts jsonb not null default '[]',
  -- Of a test, whose event is in no log; otherwise the event itself is the body.
  body text,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
create index deliveries_listed on deliveries (webhook_id, status, id);
create index deliveries_waiting on deliveries (webhook_id, next_attempt_at, id) where status = 'pending';

-- What is claimed: not deliveries but endpoints that have some due, one row for each whatever waits for it. So neither a backlog
-- nor the number of endpoints is in the way of the others, and one process at a time sends to an endpoint.
create table webhook_queues (
  webhook_id text collate "C" primary key references webhooks (id) on delete cascade,
  -- When something is due. While a process holds the endpoint, when its lease ends. Null when nothing waits.
  due_at timestamptz(3),
  holder text collate "C",
  -- Rises with whatever is put into the queue, so that who gives the endpoint back sees that there is something new.
  version bigint not null default 0,
  -- Whether it keeps others waiting, and is claimed for places of its own.
  slow boolean not null default false,
  -- Failures in a row.
  strikes integer not null default 0,
  -- Not before; a pause after failures, or as long as the receiver asked for.
  rests_until timestamptz(3),
  -- Deliveries from before this moment are to be cancelled.
  cancelled_through timestamptz(3)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index webhook_queues_due on webhook_queues (slow, due_at) where due_at is not null;
create index webhook_queues_cancelled on webhook_queues (webhook_id) where cancelled_through is not null;

create table webhook_replays (
  id text collate "C" primary key,
  organisation_id text collate "C" not null,
  webhook_id text collate "C" not null references webhooks (id) on delete cascade,
  from_time timestamptz(3) not null,
  to_time timestamptz(3) not null check (to_time > from_time),
  status text collate "C" not null default 'running' check (status in ('running', 'completed', 'cancelled')),
  -- The last event that was looked at, and the last that there was when it began.
  position bigint not null default 0,
  last_position bigint not null,
  queued integer not null default 0,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
-- One at a time for an endpoint.
create unique index webhook_replays_running on webhook_replays (webhook_id) where status = 'running';
create index webhook_replays_by_age on webhook_replays (created_at);

-- The ten digits of a ULID that tell the time.
create function ulid_time(moment timestamptz) returns text language sql immutable as $$
  select string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz',
    1 + (floor(extract(epoch from moment) * 1000)::bigint >> (45 - 5 * place) & 31)::integer, 1), '' order by place)
  from generate_series(0, 9) as place
$$;
-- An id that sorts by time and, within a millisecond, mostly by position. Hexadecimal digits are ULID's too.
create function new_delivery_id(id_time text, event_position bigint) returns text language sql volatile as $$
  select 'dlv_' || id_time || lpad(to_hex(event_position & 65535), 4, '0') || right(gen_random_uuid()::text, 12)
$$;

-- Something was put into the queues of these endpoints. In the order of their ids, so that two of these never wait for each other.
create function wake_webhooks(ids text[]) returns void language sql as $$
  with locked as materialized (
    select webhook_id from webhook_queues where webhook_id = any(ids) order by webhook_id for update
  )
  update webhook_queues q set version = version + 1,
    due_at = case when holder is null then least(due_at, greatest(now(), rests_until)) else due_at end
  from locked where q.webhook_id = locked.webhook_id
$$;

-- As before, and what is published is queued for the endpoints that want it, in the same transaction.
create or replace function publish_events(batch integer)
returns table (published integer, slowest_seconds double precision, last_position bigint)
language plpgsql set enable_seqscan = off as $$
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
end $$;
