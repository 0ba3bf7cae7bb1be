import { ok, visitorRoute, withCookies } from '../../http/route.ts';
import { NoBody } from '../../schemas.ts';
import { WebAuthnJson } from '../present-profile.ts';
import type { BeginPasskeySignIn } from '../sign-in-by-passkey.ts';

export const beginPasskeySignInRoute = (beginPasskeySignIn: BeginPasskeySignIn) =>
  visitorRoute({
    method: 'POST',
    path: '/sign-in/passkey/options',
    operationId: 'beginPasskeySignIn',
    tag: 'Signing in',
    summary: 'Begin signing in with a passkey',
    description: 'What navigator.credentials.get takes. Answer with signInWithPasskey within five minutes.',
    body: NoBody,
    answers: { 200: WebAuthnJson },
    refuses: [],
    handle: async ({ visit }) => {
      const { options, cookies } = await beginPasskeySignIn(visit);
      return withCookies(ok(options), cookies);
    },
  });
