import { Type } from 'typebox';
import { ok, personRoute } from '../../http/route.ts';
import type { AcceptInvitation } from '../accept-invitation.ts';
import type { GetSession } from '../get-session.ts';
import { SessionBody } from '../present-person.ts';
import { linkSecret } from './open-link.ts';

export const acceptInvitationRoute = (acceptInvitation: AcceptInvitation, getSession: GetSession) =>
  personRoute({
    method: 'POST',
    path: '/links/accept',
    operationId: 'acceptInvitation',
    tag: 'Signing in',
    summary: 'Accept an invitation',
    description:
      'For somebody who is signed in with the address that the invitation is for. Answers with the organisations they have now.',
    body: Type.Object({ secret: linkSecret }, { additionalProperties: false }),
    answers: { 200: SessionBody },
    refuses: ['link_not_found', 'link_for_another', 'member_already'],
    handle: async ({ by, person, body }) => {
      await acceptInvitation(by, body.secret);
      return ok(await getSession(person.id, person.sessionId));
    },
  });
