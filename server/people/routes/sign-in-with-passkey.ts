import { Type } from 'typebox';
import { ok, visitorRoute, withCookies } from '../../http/route.ts';
import { SignedInBody } from '../present-person.ts';
import { WebAuthnJson } from '../present-profile.ts';
import type { SignInByPasskey } from '../sign-in-by-passkey.ts';

export const signInWithPasskeyRoute = (signInByPasskey: SignInByPasskey) =>
  visitorRoute({
    method: 'POST',
    path: '/sign-in/passkey',
    operationId: 'signInWithPasskey',
    tag: 'Signing in',
    summary: 'Sign in with a passkey',
    description: 'Sets the cookie of a new session. No code is asked for: the device has asked its owner.',
    body: Type.Object({ response: WebAuthnJson }, { additionalProperties: false }),
    answers: { 200: SignedInBody },
    refuses: ['passkey_refused'],
    handle: async ({ visit, body }) =>
      withCookies(ok({ second_factor_required: false }), await signInByPasskey(visit, body.response)),
  });
