import { Type } from 'typebox';
import { created, personRoute } from '../../http/route.ts';
import type { Invite } from '../invite.ts';
import { personFields, RoleOfMember } from '../present-person.ts';
import { NewInvitation } from './create-invitation.ts';

export const inviteOwnerRoute = (invite: Invite) =>
  personRoute({
    method: 'POST',
    path: '/operator/organisations/:id/invitations',
    operationId: 'inviteOwner',
    tag: 'Operator',
    summary: 'Invite somebody into an organisation',
    description: 'As its first owner mostly. The link works once, within a week, for this address alone.',
    params: Type.Object({ id: Type.String() }, { additionalProperties: false }),
    body: Type.Object({ email: personFields.email, role: RoleOfMember }, { additionalProperties: false }),
    answers: { 201: NewInvitation },
    refuses: ['organisation_not_found', 'member_already'],
    handle: async ({ by, params, body }) => {
      const made = await invite(by, params.id, body);
      return created(made, `/v1/invitations/${made.id}`);
    },
  });
