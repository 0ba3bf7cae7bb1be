import type { Note } from '../audit/audited.ts';
import { askLibrary } from './ask-library.ts';
import type { Authentication } from './authentication.ts';
import type { CountAttempt } from './count-attempt.ts';
import { asHeaders, type Visit } from './visit.ts';

/** What the browser's navigator.credentials takes and gives, as WebAuthn's JSON has it. */
export type WebAuthn = Record<string, unknown>;

export type BeginPasskeySignIn = (visit: Visit) => Promise<{ options: WebAuthn; cookies: string[] }>;
export type SignInByPasskey = (visit: Visit, response: WebAuthn) => Promise<string[]>;

/** A challenge for whichever passkey the browser offers. Not of who is signed in: it is asked for by those who are not. */
export const beginPasskeySignIn =
  (auth: Authentication): BeginPasskeySignIn =>
  async (visit) => {
    const headers = asHeaders({ ...visit, cookie: '' });
    const call = { headers, returnHeaders: true } as const;
    const { headers: given, response } = await askLibrary(auth.api.generatePasskeyAuthenticationOptions(call));
    return { options: { ...response }, cookies: given.getSetCookie() };
  };

/** Signs in with the passkey's answer to the challenge. The device has asked its owner, so no code is asked for. */
export const signInByPasskey =
  (parts: { auth: Authentication; count: CountAttempt; note: Note }): SignInByPasskey =>
  async (visit, response) => {
    await parts.count(visit.address);
    const answer = await askLibrary(
      parts.auth.api.verifyPasskeyAuthentication({
        headers: asHeaders(visit),
        body: { response: response as never },
        returnHeaders: true,
      }),
    );
    const { id, email } = answer.response.user;
    await parts.note(
      { personId: id, email, address: visit.address, organisationId: null },
      { action: 'signIn', target: id, details: { by: 'passkey' } },
    );
    return answer.headers.getSetCookie();
  };
