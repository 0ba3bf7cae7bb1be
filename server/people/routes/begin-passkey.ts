import { ok, personRoute, withCookies } from '../../http/route.ts';
import { NoBody } from '../../schemas.ts';
import type { BeginPasskey } from '../keep-passkeys.ts';
import { WebAuthnJson } from '../present-profile.ts';

export const beginPasskeyRoute = (beginPasskey: BeginPasskey) =>
  personRoute({
    method: 'POST',
    path: '/profile/passkeys/options',
    operationId: 'beginPasskey',
    tag: 'Your account',
    summary: 'Begin a new passkey',
    description: 'What navigator.credentials.create takes. Answer with addPasskey within five minutes.',
    body: NoBody,
    answers: { 200: WebAuthnJson },
    refuses: [],
    handle: async ({ visit }) => {
      const { options, cookies } = await beginPasskey(visit);
      return withCookies(ok(options), cookies);
    },
  });
