import type { Note } from '../audit/audited.ts';
import { askLibrary } from './ask-library.ts';
import type { Authentication } from './authentication.ts';
import type { CountAttempt } from './count-attempt.ts';
import { asHeaders, type Visit } from './visit.ts';

export type Code = { code: string } | { recovery_code: string };
export type GiveSecondFactor = (visit: Visit, given: Code) => Promise<string[]>;

/**
 * Ends a sign-in that waits for a code. better-auth admits five wrong codes of one sign-in, and ten in a row of one person,
 * then none for 15 minutes; a recovery code is good once.
 */
export const giveSecondFactor =
  (parts: { auth: Authentication; count: CountAttempt; note: Note }): GiveSecondFactor =>
  async (visit, given) => {
    await parts.count(visit.address);
    const call = { headers: asHeaders(visit), returnHeaders: true } as const;
    const { api } = parts.auth;
    const { headers, response } = await askLibrary(
      'code' in given
        ? api.verifyTOTP({ ...call, body: { code: given.code } })
        : api.verifyBackupCode({ ...call, body: { code: given.recovery_code } }),
    );
    const { id, email } = response.user;
    await parts.note(
      { personId: id, email, address: visit.address, organisationId: null },
      {
        action: 'signIn',
        target: id,
        details: { by: 'code' in given ? 'password and code' : 'password and recovery code' },
      },
    );
    return headers.getSetCookie();
  };
