import { Type } from 'typebox';
import { noContent, personRoute } from '../../http/route.ts';
import type { WithdrawInvitation } from '../withdraw-invitation.ts';

export const deleteInvitationRoute = (withdraw: WithdrawInvitation) =>
  personRoute({
    method: 'DELETE',
    path: '/invitations/:id',
    operationId: 'deleteInvitation',
    tag: 'Members',
    summary: 'Take an invitation back',
    description: 'The link works no more.',
    params: Type.Object({ id: Type.String() }, { additionalProperties: false }),
    answers: { 204: null },
    refuses: ['invitation_not_found'],
    handle: async ({ by, caller, params }) => {
      await withdraw(by, caller.organisationId, params.id);
      return noContent();
    },
  });
