-- The media server's events that were taken in, so that one which is sent again changes nothing. Kept for a day.
create table media_events (
  id text collate "C" primary key,
  received_at timestamptz(3) not null default now()
);
create index media_events_by_age on media_events (received_at);

-- From when to when somebody was inside. A person may come, go and come again: each stay is a row.
create table presences (
  -- The media server's name for one stay.
  session text collate "C" primary key,
  participant_id text collate "C" not null references participants (id) on delete cascade,
  hall_id text collate "C" not null,
  joined_at timestamptz(3) not null,
  left_at timestamptz(3) check (left_at >= joined_at)
);
create index presences_by_participant on presences (participant_id, joined_at);
create index presences_inside on presences (hall_id) where left_at is null;

create index participants_inside on participants (hall_id) where status = 'joined';
create index participants_by_status on participants (hall_id, status, id);

-- When the people inside are next told that the hall is about to close; null when they have been told for the last time.
alter table halls add column warns_at timestamptz(3);
create index halls_warning on halls (warns_at) where status = 'open' and warns_at is not null;
-- Whose rooms are made again first after the media server lost them.
create index halls_inhabited on halls (id) where status = 'open' and participant_count > 0;

-- How an organisation shows itself to the people in its halls.
alter table organisations add column logo_url text;
alter table organisations add column colour text check (colour ~ '^#[0-9a-f]{6}$');

-- Whoever ends a hall ends the stays in it. A trigger, because its statements see what was committed while the ending one
-- waited for the hall's row: somebody who came in at that very moment is sent out too.
create function hall_ended() returns trigger language plpgsql as $$
begin
  update participants set status = 'left', left_at = new.closed_at where hall_id = new.id and status = 'joined';
  update presences set left_at = greatest(joined_at, new.closed_at) where hall_id = new.id and left_at is null;
  return null;
end $$;
create trigger hall_ended after update of status on halls
  for each row when (old.status = 'open' and new.status <> 'open') execute function hall_ended();
