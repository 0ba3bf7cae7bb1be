import { Type } from 'typebox';
import { noContent, visitorRoute } from '../../http/route.ts';
import { personFields } from '../present-person.ts';
import type { RequestReset } from '../reset-password.ts';

export const requestPasswordResetRoute = (requestReset: RequestReset) =>
  visitorRoute({
    method: 'POST',
    path: '/password-reset',
    operationId: 'requestPasswordReset',
    tag: 'Signing in',
    summary: 'Ask for a new password',
    description: 'Mails a link if anybody has this address; the answer does not tell whether.',
    body: Type.Object({ email: personFields.email }, { additionalProperties: false }),
    answers: { 204: null },
    refuses: ['mail_not_configured'],
    handle: async ({ visit, body }) => {
      await requestReset(visit, body.email);
      return noContent();
    },
  });
