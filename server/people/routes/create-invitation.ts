import { Type } from 'typebox';
import { HallError } from '../../errors.ts';
import { created, personRoute } from '../../http/route.ts';
import type { Invite } from '../invite.ts';
import { LinkBody, personFields, RoleOfMember } from '../present-person.ts';

export const NewInvitation = Type.Object({
  id: Type.String(),
  ...LinkBody.properties,
  mailed: Type.Boolean({ description: 'Whether it was handed to the mail server.' }),
});

export const createInvitationRoute = (invite: Invite) =>
  personRoute({
    method: 'POST',
    path: '/invitations',
    operationId: 'createInvitation',
    tag: 'Members',
    summary: 'Invite somebody',
    description:
      'Makes a link that works once, within a week, for this address alone, and mails it where this installation sends mail. An earlier invitation of the address ends.',
    body: Type.Object({ email: personFields.email, role: RoleOfMember }, { additionalProperties: false }),
    answers: { 201: NewInvitation },
    refuses: ['owner_only', 'member_already'],
    handle: async ({ by, caller, person, body }) => {
      if (body.role === 'owner' && person.role !== 'owner') throw new HallError('owner_only');
      const made = await invite(by, caller.organisationId, body);
      return created(made, `/v1/invitations/${made.id}`);
    },
  });
