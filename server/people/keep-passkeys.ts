import type { Actor, Audited, Note } from '../audit/audited.ts';
import { HallError } from '../errors.ts';
import { askLibrary } from './ask-library.ts';
import type { Authentication } from './authentication.ts';
import { passkeyStore } from './passkey-store.ts';
import type { WebAuthn } from './sign-in-by-passkey.ts';
import { asHeaders, type Visit } from './visit.ts';

export type BeginPasskey = (visit: Visit) => Promise<{ options: WebAuthn; cookies: string[] }>;
export type AddPasskey = (by: Actor, visit: Visit, name: string, response: WebAuthn) => Promise<void>;
export type RemovePasskey = (by: Actor, passkeyId: string) => Promise<void>;

/** A challenge for a new passkey of the person who is signed in. */
export const beginPasskey =
  (auth: Authentication): BeginPasskey =>
  async (visit) => {
    const call = { headers: asHeaders(visit), returnHeaders: true } as const;
    const { headers, response } = await askLibrary(auth.api.generatePasskeyRegistrationOptions(call));
    return { options: { ...response }, cookies: headers.getSetCookie() };
  };

/** Keeps the passkey that the browser made for the challenge. */
export const addPasskey =
  (auth: Authentication, note: Note): AddPasskey =>
  async (by, visit, name, response) => {
    const body = { response, name };
    await askLibrary(auth.api.verifyPasskeyRegistration({ headers: asHeaders(visit), body }));
    await note(by, { action: 'addPasskey', target: by.personId, details: { name } });
  };

export const removePasskey =
  (audited: Audited): RemovePasskey =>
  (by, passkeyId) =>
    audited(async (database, note) => {
      if (!(await passkeyStore(database).remove(by.personId, passkeyId))) throw new HallError('passkey_not_found');
      await note(by, { action: 'removePasskey', target: passkeyId });
    });
