import { ok, route } from '../../http/route.ts';
import type { GetParticipant } from '../get-participant.ts';
import { Participant, ParticipantParams } from '../present-participant.ts';

export const getParticipantRoute = (getParticipant: GetParticipant) =>
  route({
    method: 'GET',
    path: '/halls/:id/participants/:participant_id',
    operationId: 'getParticipant',
    tag: 'Participants',
    summary: 'Get a participant',
    description: 'Whether the person is inside, and when they came and went.',
    params: ParticipantParams,
    answers: { 200: Participant },
    refuses: ['participant_not_found'],
    handle: async ({ caller, params }) =>
      ok(await getParticipant(caller.organisationId, params.id, params.participant_id)),
  });
