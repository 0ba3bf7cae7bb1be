import { Type } from 'typebox';
import { HallParams } from '../../halls/present-hall.ts';
import { ok, route } from '../../http/route.ts';
import { MetadataSchema, Nullable, Text, Time } from '../../schemas.ts';
import type { JoinHall } from '../join-hall.ts';
import { Participant, RoleSchema } from '../present-participant.ts';

const JoinWish = Type.Object(
  {
    name: Type.Optional(
      Nullable(Text({ minLength: 1, maxLength: 128, description: 'Shown to the others.', examples: ['Ada'] })),
    ),
    user_id: Type.Optional(
      Nullable(Text({ minLength: 1, maxLength: 128, description: 'Your own reference to the person.' })),
    ),
    role: Type.Optional(RoleSchema),
    metadata: Type.Optional(MetadataSchema),
    token_ttl_seconds: Type.Optional(
      Type.Integer({
        minimum: 60,
        maximum: 86_400,
        default: 600,
        description: 'How long the token may be used to enter.',
      }),
    ),
  },
  { additionalProperties: false, examples: [{ name: 'Ada', role: 'host' }] },
);

const Joining = Type.Object({
  participant: Participant,
  server_url: Type.String({
    description: 'The media server; LiveKit clients take it together with participant_token.',
    examples: ['wss://media.example.org'],
  }),
  participant_token: Type.String({ description: 'Lets this one person enter this one hall.' }),
  join_url: Type.String({
    description: "The hall's own page. The token is in the fragment, which no server sees.",
    examples: ['https://halls.example.org/halls/hall_01k9zq3v5c8r2m7d4t6w0x1y2z#token=eyJ'],
  }),
  expires_at: Time('Until when the token may be used to enter.'),
});

export const joinHallRoute = (joinHall: JoinHall) =>
  route({
    method: 'POST',
    path: '/halls/:id/join',
    operationId: 'joinHall',
    tag: 'Participants',
    summary: 'Let somebody join a hall',
    description:
      'Invites a person: hand them join_url, or give server_url and participant_token to any LiveKit client. ' +
      'The seat is taken when the person enters.',
    limit: 'join',
    params: HallParams,
    body: JoinWish,
    answers: { 200: Joining },
    refuses: ['hall_not_found', 'hall_closed', 'hall_full', 'media_unreachable'],
    handle: async ({ caller, params, body, attempt }) =>
      ok(await joinHall(caller.organisationId, params.id, body, attempt?.seed)),
  });
