import type { Note } from '../audit/audited.ts';
import { askLibrary } from './ask-library.ts';
import type { Authentication } from './authentication.ts';
import type { CountAttempt } from './count-attempt.ts';
import type { PersonStore } from './person-store.ts';
import { asHeaders, type Visit } from './visit.ts';

/** `cookies` are Set-Cookie lines: of a new session each time, or of the step that waits for a code. */
export type SignedIn = { cookies: string[]; secondFactorRequired: boolean };
export type SignIn = (visit: Visit, email: string, password: string) => Promise<SignedIn>;

/** Signs in by password. A wrong address takes as long as a wrong password and is answered the same. */
export const signIn =
  (parts: { auth: Authentication; people: PersonStore; count: CountAttempt; note: Note }): SignIn =>
  async (visit, given, password) => {
    const email = given.toLowerCase();
    await parts.count(visit.address, email);
    // Without the browser's cookies: whatever they are, what is given out is new.
    const headers = asHeaders({ ...visit, cookie: '' });
    const answer = await askLibrary(
      parts.auth.api.signInEmail({ body: { email, password }, headers, returnHeaders: true }),
    );
    const secondFactorRequired = 'twoFactorRedirect' in answer.response;
    if (!secondFactorRequired) {
      const { id } = answer.response.user;
      const by = { personId: id, email, address: visit.address, organisationId: null };
      await parts.note(by, { action: 'signIn', target: id, details: { by: 'password' } });
    }
    return { cookies: answer.headers.getSetCookie(), secondFactorRequired };
  };
