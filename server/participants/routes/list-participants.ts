import { Type } from 'typebox';
import { HallParams } from '../../halls/present-hall.ts';
import { ok, route } from '../../http/route.ts';
import { Choice, Page, pageQuery } from '../../schemas.ts';
import type { ListParticipants } from '../list-participants.ts';
import { Participant, statuses } from '../present-participant.ts';

const ParticipantQuery = Type.Object(
  {
    status: Type.Optional(Choice(statuses, { description: 'Only participants in this state.' })),
    ...pageQuery,
  },
  { additionalProperties: false },
);

export const listParticipantsRoute = (listParticipants: ListParticipants) =>
  route({
    method: 'GET',
    path: '/halls/:id/participants',
    operationId: 'listParticipants',
    tag: 'Participants',
    summary: 'List participants',
    description:
      'Everybody who was invited into the hall, newest first: invited and not yet inside, joined, left, removed. ' +
      'Follow next_cursor until it is null.',
    params: HallParams,
    query: ParticipantQuery,
    answers: { 200: Page(Participant) },
    refuses: ['hall_not_found'],
    handle: async ({ caller, params, query }) => ok(await listParticipants(caller.organisationId, params.id, query)),
  });
