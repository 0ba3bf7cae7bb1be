import type { Actor, Audited } from '../audit/audited.ts';
import { cookiePrefix, isSecure } from './session-cookie.ts';
import { sessionStore } from './session-store.ts';

export type SignOut = (personId: string, sessionId: string) => Promise<string[]>;

/** The Set-Cookie lines that make a browser forget who was signed in. */
export const forgetfulCookies = (baseUrl: string): string[] => [
  `${cookiePrefix(baseUrl)}.session_token=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict${isSecure(baseUrl) ? '; Secure' : ''}`,
];

/** Ends this session. */
export const signOut =
  (sessions: { end(personId: string, sessionId: string): Promise<boolean> }, baseUrl: string): SignOut =>
  async (personId, sessionId) => {
    await sessions.end(personId, sessionId);
    return forgetfulCookies(baseUrl);
  };

export type SignOutEverywhere = (by: Actor) => Promise<string[]>;

/** Ends all sessions of a person, this one too. */
export const signOutEverywhere =
  (audited: Audited, baseUrl: string): SignOutEverywhere =>
  (by) =>
    audited(async (database, note) => {
      await sessionStore(database).endAll(by.personId);
      await note(by, { action: 'signOutEverywhere', target: by.personId });
      return forgetfulCookies(baseUrl);
    });
