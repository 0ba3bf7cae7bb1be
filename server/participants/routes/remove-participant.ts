import { noContent, route } from '../../http/route.ts';
import { ParticipantParams } from '../present-participant.ts';
import type { RemoveParticipant } from '../remove-participant.ts';

export const removeParticipantRoute = (removeParticipant: RemoveParticipant) =>
  route({
    method: 'DELETE',
    path: '/halls/:id/participants/:participant_id',
    operationId: 'removeParticipant',
    tag: 'Participants',
    summary: 'Remove a participant',
    description:
      'Out at once, and the token never gets back in. Removing somebody twice is not an error. A 502 means that the person ' +
      'cannot enter any more but may still be connected for some seconds.',
    params: ParticipantParams,
    answers: { 204: null },
    refuses: ['participant_not_found', 'removal_unfinished'],
    handle: async ({ caller, params }) => {
      await removeParticipant(caller.organisationId, params.id, params.participant_id);
      return noContent();
    },
  });
