import { Type } from 'typebox';
import { ok, visitorRoute } from '../../http/route.ts';

const Ways = Type.Object({
  password: Type.Boolean({ description: 'Whether e-mail and password may be used: always.' }),
  passkey: Type.Boolean({ description: 'Whether passkeys work here: BASE_URL has to have a name, not an IP address.' }),
  single_sign_on: Type.Boolean({ description: 'Whether OIDC is configured.' }),
  mail: Type.Boolean({
    description: 'Whether this installation sends mail: invitations, and links for a new password.',
  }),
});

export const describeSignInRoute = (ways: { singleSignOn: boolean; mail: boolean; passkey: boolean }) =>
  visitorRoute({
    method: 'GET',
    path: '/sign-in',
    operationId: 'describeSignIn',
    tag: 'Signing in',
    summary: 'Ways to sign in',
    description: 'What this installation offers to those who want to sign in.',
    answers: { 200: Ways },
    refuses: [],
    handle: async () =>
      ok({ password: true, passkey: ways.passkey, single_sign_on: ways.singleSignOn, mail: ways.mail }),
  });
