import { type Static, Type } from 'typebox';
import { Choice, MetadataShown, Nullable, Time } from '../schemas.ts';
import type { ParticipantRow } from './participant-store.ts';

export const RoleSchema = Choice(['host', 'participant', 'viewer'], {
  description:
    'host: publishes and moderates. participant: publishes camera, microphone, screen and chat. viewer: watches and chats.',
});

export const Participant = Type.Object({
  id: Type.String(),
  hall_id: Type.String(),
  name: Nullable(Type.String()),
  user_id: Nullable(Type.String()),
  role: RoleSchema,
  status: Choice(['invited', 'joined', 'left', 'removed']),
  metadata: MetadataShown,
  joined_at: Nullable(Time('When the person first entered.')),
  left_at: Nullable(Time('When the person last left.')),
});

export const presentParticipant = (row: ParticipantRow): Static<typeof Participant> => ({
  id: row.id,
  hall_id: row.hall_id,
  name: row.name,
  user_id: row.user_id,
  role: row.role,
  status: row.status,
  metadata: row.metadata,
  joined_at: row.joined_at?.toISOString() ?? null,
  left_at: row.left_at?.toISOString() ?? null,
});
