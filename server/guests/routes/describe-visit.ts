import { Type } from 'typebox';
import { ok, route } from '../../http/route.ts';
import { Participant } from '../../participants/present-participant.ts';
import { Choice, Nullable, Time } from '../../schemas.ts';
import type { DescribeVisit } from '../describe-visit.ts';
import { guestOf } from '../guest-of.ts';
import { guestRefusals } from './guest-refusals.ts';

const Visit = Type.Object({
  hall: Type.Object({
    id: Type.String(),
    name: Nullable(Type.String()),
    status: Choice(['open']),
    max_participants: Type.Integer(),
    participant_count: Type.Integer(),
    expires_at: Time('When the hall closes at the latest.'),
  }),
  organisation: Type.Object({
    name: Type.String(),
    logo_url: Nullable(Type.String()),
    colour: Nullable(Type.String({ description: '#rrggbb' })),
  }),
  participant: Participant,
  server_url: Type.String(),
  now: Time("The service's clock, for pages whose own is wrong."),
});

export const describeVisitRoute = (describeVisit: DescribeVisit) =>
  route({
    method: 'GET',
    path: '/hall',
    operationId: 'describeVisit',
    tag: 'Room',
    summary: 'Whether this token admits, and to what',
    description: 'Asked before the device check, and whenever the media server refuses or ends a connection.',
    answers: { 200: Visit },
    refuses: [...guestRefusals, 'hall_full', 'media_unreachable'],
    handle: async ({ caller }) => ok(describeVisit(guestOf(caller))),
  });
