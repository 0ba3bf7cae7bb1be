import { type Static, Type } from 'typebox';
import { Choice, Nullable, Time } from '../../schemas.ts';
import type { ReplayRow } from './replay-store.ts';

export const ReplayParams = Type.Object({
  id: Type.String({ description: "The replay's id.", examples: ['rpl_01k9zq7g5h8j0k2m4n6p8q0r2s'] }),
});

export const Replay = Type.Object({
  id: Type.String(),
  webhook_id: Type.String(),
  from: Time('Events from this time on, this one included.'),
  to: Time('Events up to this time, this one not included.'),
  status: Choice(['running', 'completed', 'cancelled'], {
    description: '`completed`: everything is queued. `cancelled`: the endpoint was disabled before.',
  }),
  queued: Type.Integer({ minimum: 0, description: 'Deliveries that were queued so far.' }),
  created_at: Time('When the replay was asked for.'),
  finished_at: Nullable(Time('When it was completed or cancelled.')),
});
export type ReplayBody = Static<typeof Replay>;

export const presentReplay = (row: ReplayRow): ReplayBody => ({
  id: row.id,
  webhook_id: row.webhook_id,
  from: row.from_time.toISOString(),
  to: row.to_time.toISOString(),
  status: row.status,
  queued: row.queued,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
});
