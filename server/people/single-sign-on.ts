import type { Note } from '../audit/audited.ts';
import { HallError } from '../errors.ts';
import { askLibrary } from './ask-library.ts';
import { type Authentication, issuerName } from './authentication.ts';
import type { CountAttempt } from './count-attempt.ts';
import type { SigningSecrets } from './second-factor-secrets.ts';
import { readSessionCookie } from './session-cookie.ts';
import type { SessionStore } from './session-store.ts';
import { asHeaders, type Visit } from './visit.ts';

export type BeginSingleSignOn = (visit: Visit) => Promise<{ url: string; cookies: string[] }>;
/** What the issuer sent back to `BASE_URL/dashboard/single-sign-on`. */
export type IssuerAnswer = { code: string; state: string; iss?: string };
export type EndSingleSignOn = (visit: Visit, answer: IssuerAnswer) => Promise<string[]>;

/** Where the browser goes to sign in; the cookie ties the way back to this browser. */
export const beginSingleSignOn =
  (auth: Authentication, isOn: boolean): BeginSingleSignOn =>
  async (visit) => {
    if (!isOn) throw new HallError('single_sign_on_off');
    const { headers, response } = await askLibrary(
      auth.api.signInWithOAuth2({
        headers: asHeaders({ ...visit, cookie: '' }),
        body: { providerId: issuerName, disableRedirect: true },
        returnHeaders: true,
      }),
    );
    return { url: response.url, cookies: headers.getSetCookie() };
  };

/** Signs in whom the issuer vouches for, by the e-mail address of an account that is here: nobody gets an account by it. */
export const endSingleSignOn =
  (parts: {
    auth: Authentication;
    isOn: boolean;
    sessions: SessionStore;
    count: CountAttempt;
    note: Note;
    baseUrl: string;
    secrets: SigningSecrets;
  }): EndSingleSignOn =>
  async (visit, query) => {
    if (!parts.isOn) throw new HallError('single_sign_on_off');
    await parts.count(visit.address);
    // It answers with a redirect whatever happens; whether it signed in is told by the cookie.
    const answer = await askLibrary(
      parts.auth.api.oAuth2Callback({
        headers: asHeaders(visit),
        params: { providerId: issuerName },
        query,
        asResponse: true,
      }),
    );
    const cookies = answer.headers.getSetCookie();
    const pairs = cookies.map((line) => line.split(';')[0]).join('; ');
    const token = readSessionCookie(pairs, parts.baseUrl, parts.secrets);
    const row = token === undefined ? undefined : await parts.sessions.find(token, null);
    if (row === undefined) throw new HallError('single_sign_on_refused');
    await parts.note(
      { personId: row.person_id, email: row.email, address: visit.address, organisationId: null },
      { action: 'signIn', target: row.person_id, details: { by: 'single sign-on' } },
    );
    return cookies;
  };
