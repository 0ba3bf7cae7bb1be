-- What happened, for the organisations' own software. An event is written by the transaction that makes the change it tells
-- of, mostly by triggers, so that no statement can forget it. It is shown from when it has a position.
create table events (
  id text collate "C" primary key,
  -- No references: an event outlives its hall, and a check on the organisation's row would be in the way of those who take capacity.
  organisation_id text collate "C" not null,
  hall_id text collate "C",
  type text collate "C" not null check (type in ('hall.created', 'hall.closed', 'hall.deleted', 'participant.joined',
    'participant.left', 'recording.started', 'recording.completed', 'recording.failed')),
  -- Among the hall's events: 1, 2, 3 …
  sequence integer,
  data jsonb not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  -- In which order events were written. Those of one hall were written under the lock on its row, in the order of their sequence.
  entry bigint generated always as identity,
  -- In which order events are shown. Given after the commit, by publish_events.
  position bigint unique
);
create index events_unpublished on events (entry) where position is null;
create index events_listed on events (organisation_id, position) where position is not null;
create index events_by_type on events (organisation_id, type, position) where position is not null;
create index events_by_hall on events (hall_id, type, position) where position is not null;

-- The position of the last event that was published.
create table event_log (
  the_one boolean primary key default true check (the_one),
  last_position bigint not null default 0
);
insert into event_log default values;

alter table halls add column last_sequence integer not null default 0;

-- A ULID as in server/ids.ts: 10 digits of milliseconds, 16 random ones.
create function new_event_id() returns text language sql volatile as $$
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
$$;

-- As server/halls/present-hall.ts and server/participants/present-participant.ts; test/api/events.test.ts compares them.
create function shown_time(moment timestamptz) returns text language sql stable as $$
  select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
create function shown_hall(hall halls) returns jsonb language sql stable as $$
  select jsonb_build_object('id', hall.id, 'name', hall.name, 'external_id', hall.external_id, 'record', hall.record,
    'max_participants', hall.max_participants, 'empty_timeout_seconds', hall.empty_timeout_seconds,
    'max_duration_seconds', hall.max_duration_seconds, 'metadata', hall.metadata,
    'status', case hall.status when 'open' then 'open' else 'closed' end, 'close_reason', hall.close_reason,
    'participant_count', hall.participant_count, 'created_at', shown_time(hall.created_at),
    'closed_at', shown_time(hall.closed_at), 'expires_at', shown_time(hall.expires_at))
$$;
create function shown_participant(participant participants) returns jsonb language sql stable as $$
  select jsonb_build_object('id', participant.id, 'hall_id', participant.hall_id, 'name', participant.name,
    'user_id', participant.user_id, 'role', participant.role, 'status', participant.status,
    'metadata', participant.metadata, 'joined_at', shown_time(participant.joined_at),
    'left_at', shown_time(participant.left_at))
$$;

-- Writes an event of a hall; `extra` stands beside the hall in its data. Of a hall that is not there any more it tells without
-- the hall and without a sequence. Not for triggers on halls: those number their events in the row that they are about to write.
create function tell_event(of_organisation text, of_hall text, event_type text, extra jsonb) returns void language plpgsql as $$
declare
  hall halls;
begin
  update halls set last_sequence = last_sequence + 1
  where organisation_id = of_organisation and id = of_hall returning * into hall;
  insert into events (id, organisation_id, hall_id, type, sequence, data)
  values (new_event_id(), of_organisation, of_hall, event_type, hall.last_sequence,
    jsonb_build_object('hall', case when hall.id is not null then shown_hall(hall) end) || extra);
end $$;

-- What becomes of a hall. Before its row is written, so that the numbers of its events are part of the same update. The row is
-- locked by then, and the statements here see what was committed while that was waited for: somebody who came in at that very
-- moment is sent out too.
create function hall_changed() returns trigger language plpgsql as $$
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
end $$;
drop trigger hall_ended on halls;
drop function hall_ended();
create trigger hall_changed before update of status on halls
  for each row when (old.status <> new.status and new.status in ('open', 'closed', 'deleted')) execute function hall_changed();

-- Somebody is inside or is not any more. The hall follows: its count is that of the participants who are inside, and never
-- counted up or down, so that it agrees with them whatever happened.
create function participant_changed() returns trigger language plpgsql as $$
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
end $$;
-- Those whose hall ends are told of by hall_changed, which is at work on the hall's row.
create trigger participant_changed after update of status on participants
  for each row when ((old.status = 'joined') <> (new.status = 'joined') and pg_trigger_depth() = 0)
  execute function participant_changed();

-- Gives up to `batch` events the next positions, in a transaction of its own after theirs, and one after another by the lock:
-- whoever has seen a position never finds a lower one later. Tells how many there were, how long the slowest waited, and the
-- last position by now. Without sequential scans, for a plan that was made when the table was small is used when it is not.
create function publish_events(batch integer)
returns table (published integer, slowest_seconds double precision, last_position bigint)
language plpgsql set enable_seqscan = off as $$
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
end $$;
