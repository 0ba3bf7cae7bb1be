import { type Static, Type } from 'typebox';
import { Choice, MetadataSchema, MetadataShown, Nullable, Text, Time } from '../schemas.ts';
import type { HallRow } from './hall-store.ts';

export const hallFields = {
  name: Text({
    minLength: 1,
    maxLength: 128,
    description: 'Shown to participants.',
    examples: ['Algebra II, Tuesday'],
  }),
  external_id: Text({
    minLength: 1,
    maxLength: 128,
    description: 'Your own reference; lists filter by it. Need not be unique.',
    examples: ['lesson-4711'],
  }),
  metadata: MetadataSchema,
};

export const HallParams = Type.Object({
  id: Type.String({ description: "The hall's id.", examples: ['hall_01k9zq3v5c8r2m7d4t6w0x1y2z'] }),
});

const seconds = (description: string) => Type.Integer({ minimum: 60, maximum: 86_400, description });

export const Hall = Type.Object(
  {
    id: Type.String(),
    name: Nullable(Type.String()),
    external_id: Nullable(Type.String()),
    record: Type.Boolean({ description: 'Recording runs whenever somebody is in the hall.' }),
    max_participants: Type.Integer({ minimum: 1, description: 'How many may be inside at once.' }),
    empty_timeout_seconds: seconds(
      'The hall closes when it was empty for so long, counted from its creation or the last leave.',
    ),
    max_duration_seconds: seconds('The hall closes so long after its creation, whoever is inside.'),
    metadata: MetadataShown,
    status: Choice(['open', 'closed']),
    close_reason: Nullable(Choice(['requested', 'empty', 'max_duration', 'plan'])),
    participant_count: Type.Integer({ minimum: 0, description: 'How many are inside now.' }),
    created_at: Time('When the hall was created.'),
    closed_at: Nullable(Time('When the hall was closed.')),
    expires_at: Time('When the hall closes at the latest.'),
  },
  {
    examples: [
      {
        id: 'hall_01k9zq3v5c8r2m7d4t6w0x1y2z',
        name: 'Algebra II, Tuesday',
        external_id: 'lesson-4711',
        record: false,
        max_participants: 25,
        empty_timeout_seconds: 600,
        max_duration_seconds: 3600,
        metadata: { course: 'algebra-2' },
        status: 'open',
        close_reason: null,
        participant_count: 0,
        created_at: '2026-11-21T09:00:00.000Z',
        closed_at: null,
        expires_at: '2026-11-21T10:00:00.000Z',
      },
    ],
  },
);

export type HallBody = Static<typeof Hall>;

export const presentHall = (row: HallRow): HallBody => ({
  id: row.id,
  name: row.name,
  external_id: row.external_id,
  record: row.record,
  max_participants: row.max_participants,
  empty_timeout_seconds: row.empty_timeout_seconds,
  max_duration_seconds: row.max_duration_seconds,
  metadata: row.metadata,
  status: row.status === 'open' ? 'open' : 'closed',
  close_reason: row.close_reason,
  participant_count: row.participant_count,
  created_at: row.created_at.toISOString(),
  closed_at: row.closed_at?.toISOString() ?? null,
  expires_at: row.expires_at.toISOString(),
});
