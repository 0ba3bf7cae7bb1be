import type { Actor, Note } from '../audit/audited.ts';
import { askLibrary } from './ask-library.ts';
import type { Authentication } from './authentication.ts';
import type { CountAttempt } from './count-attempt.ts';
import { asHeaders, type Visit } from './visit.ts';

export type ChangePassword = (by: Actor, visit: Visit, current: string, next: string) => Promise<string[]>;

/** A new password for who knows the old one. All sessions end; the Set-Cookie lines are those of a new one. */
export const changePassword =
  (parts: { auth: Authentication; count: CountAttempt; note: Note }): ChangePassword =>
  async (by, visit, currentPassword, newPassword) => {
    await parts.count(visit.address, by.email);
    const { headers } = await askLibrary(
      parts.auth.api.changePassword({
        headers: asHeaders(visit),
        body: { currentPassword, newPassword, revokeOtherSessions: true },
        returnHeaders: true,
      }),
    );
    await parts.note(by, { action: 'changePassword', target: by.personId });
    return headers.getSetCookie();
  };
