import { Type } from 'typebox';
import { noContent, ok, route } from '../../http/route.ts';
import { Participant, ParticipantChange, ParticipantParams } from '../../participants/present-participant.ts';
import type { RemoveParticipant } from '../../participants/remove-participant.ts';
import type { UpdateParticipant } from '../../participants/update-participant.ts';
import { hostOf } from '../guest-of.ts';
import { guestRefusals } from './guest-refusals.ts';

const path = '/participants/:participant_id';
const params = Type.Pick(ParticipantParams, ['participant_id']);

export const hostUpdatesParticipantRoute = (updateParticipant: UpdateParticipant) =>
  route({
    method: 'PATCH',
    path,
    operationId: 'hostUpdatesParticipant',
    tag: 'Room',
    summary: 'Change a role, or mute, as a host',
    description: 'As the API does it for the organisation, within the hall of the token.',
    params,
    body: ParticipantChange,
    answers: { 200: Participant },
    refuses: [...guestRefusals, 'host_only', 'participant_not_found', 'media_unreachable'],
    handle: async ({ caller, params: { participant_id: id }, body }) => {
      const host = hostOf(caller);
      return ok(await updateParticipant(host.organisation_id, host.hall_id, id, body));
    },
  });

export const hostRemovesParticipantRoute = (removeParticipant: RemoveParticipant) =>
  route({
    method: 'DELETE',
    path,
    operationId: 'hostRemovesParticipant',
    tag: 'Room',
    summary: 'Remove a participant, as a host',
    description: 'Out at once, and the token never gets back in.',
    params,
    answers: { 204: null },
    refuses: [...guestRefusals, 'host_only', 'participant_not_found', 'removal_unfinished'],
    handle: async ({ caller, params: { participant_id: id } }) => {
      const host = hostOf(caller);
      await removeParticipant(host.organisation_id, host.hall_id, id);
      return noContent();
    },
  });
