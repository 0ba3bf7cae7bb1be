-- What was asked of LiveKit Egress for a recording that it makes: one whose recordings.recorder_id is 'egress'.
create table egresses (
  recording_id text collate "C" primary key references recordings (id) on delete cascade,
  -- LiveKit's name for the work of one worker; null while none is known to be at it.
  egress_id text collate "C",
  -- How often a worker may have had it, since when the answer is awaited, and from when on one may be asked for again.
  tries integer not null default 0,
  asked_at timestamptz(3),
  not_before timestamptz(3) not null default now()
);
