import { ok, route } from '../../http/route.ts';
import { Participant, ParticipantChange, ParticipantParams } from '../present-participant.ts';
import type { UpdateParticipant } from '../update-participant.ts';

export const updateParticipantRoute = (updateParticipant: UpdateParticipant) =>
  route({
    method: 'PATCH',
    path: '/halls/:id/participants/:participant_id',
    operationId: 'updateParticipant',
    tag: 'Participants',
    summary: 'Change a role, or mute',
    description:
      'Acts on the live call at once. The role of somebody who is not inside holds from their next entry on, whatever their token ' +
      'says. A 502 means that nothing has changed.',
    params: ParticipantParams,
    body: ParticipantChange,
    answers: { 200: Participant },
    refuses: ['participant_removed', 'participant_not_found', 'media_unreachable'],
    handle: async ({ caller, params, body }) =>
      ok(await updateParticipant(caller.organisationId, params.id, params.participant_id, body)),
  });
