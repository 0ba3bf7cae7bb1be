import { type Static, Type } from 'typebox';
import type { ParticipantRow } from '../database/tables.ts';
import { Choice, MetadataShown, Nullable, Time } from '../schemas.ts';

export const RoleSchema = Choice(['host', 'participant', 'viewer'], {
  description:
    'host: publishes and moderates. participant: publishes camera, microphone, screen and chat. viewer: watches and chats.',
});

export const statuses = ['invited', 'joined', 'left', 'removed'] as const;

export const ParticipantParams = Type.Object({
  id: Type.String({ description: "The hall's id.", examples: ['hall_01k9zq3v5c8r2m7d4t6w0x1y2z'] }),
  participant_id: Type.String({
    description: "The participant's id.",
    examples: ['part_01k9zq4a7e9s3n8f5v6x1y2z3b'],
  }),
});

export const ParticipantChange = Type.Object(
  {
    role: Type.Optional(RoleSchema),
    muted: Type.Optional(
      Type.Unsafe<true>({
        type: 'boolean',
        enum: [true],
        description: 'true mutes every sound that the person sends at this moment. Only they themselves unmute.',
      }),
    ),
  },
  { additionalProperties: false, examples: [{ role: 'viewer' }, { muted: true }] },
);

export const Participant = Type.Object({
  id: Type.String(),
  hall_id: Type.String(),
  name: Nullable(Type.String()),
  user_id: Nullable(Type.String()),
  role: RoleSchema,
  status: Choice(statuses),
  metadata: MetadataShown,
  joined_at: Nullable(Time('When the person first entered.')),
  left_at: Nullable(Time('When the person last left.')),
});

export type ParticipantBody = Static<typeof Participant>;

export const presentParticipant = (row: ParticipantRow): ParticipantBody => ({
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
