import type { Actor, Note } from '../audit/audited.ts';
import { HallError } from '../errors.ts';
import { askLibrary } from './ask-library.ts';
import type { Authentication } from './authentication.ts';
import type { CountAttempt } from './count-attempt.ts';
import type { PersonStore } from './person-store.ts';
import { asHeaders, type Visit } from './visit.ts';

export type SecondFactor = {
  begin(by: Actor, visit: Visit, password: string): Promise<{ uri: string; recovery_codes: string[] }>;
  /** The Set-Cookie lines of the session that takes this one's place; so too when it is removed. */
  confirm(by: Actor, visit: Visit, code: string): Promise<string[]>;
  remove(by: Actor, visit: Visit, password: string): Promise<string[]>;
  renewCodes(by: Actor, visit: Visit, password: string): Promise<string[]>;
};

/** A person's own second factor. Each step but the confirming one asks for the password again, and its guesses are counted. */
export const keepSecondFactor = (parts: {
  auth: Authentication;
  people: PersonStore;
  count: CountAttempt;
  note: Note;
}): SecondFactor => {
  const { api } = parts.auth;
  const assertIs = async (by: Actor, wanted: boolean): Promise<void> => {
    const isOn = (await parts.people.find(by.personId))?.two_factor_enabled === true;
    if (isOn !== wanted) throw new HallError(isOn ? 'second_factor_on' : 'second_factor_off');
  };
  return {
    begin: async (by, visit, password) => {
      await parts.count(visit.address, by.email);
      // Begun anew, the factor that is in force would be replaced by one that nobody has confirmed.
      await assertIs(by, false);
      const made = await askLibrary(api.enableTwoFactor({ headers: asHeaders(visit), body: { password } }));
      return { uri: made.totpURI, recovery_codes: made.backupCodes };
    },
    confirm: async (by, visit, code) => {
      await parts.count(visit.address, by.email);
      await assertIs(by, false);
      const call = { headers: asHeaders(visit), body: { code }, returnHeaders: true } as const;
      const { headers } = await askLibrary(api.verifyTOTP(call));
      await parts.note(by, { action: 'confirmSecondFactor', target: by.personId });
      return headers.getSetCookie();
    },
    remove: async (by, visit, password) => {
      await parts.count(visit.address, by.email);
      await assertIs(by, true);
      const call = { headers: asHeaders(visit), body: { password }, returnHeaders: true } as const;
      const { headers } = await askLibrary(api.disableTwoFactor(call));
      await parts.note(by, { action: 'removeSecondFactor', target: by.personId });
      return headers.getSetCookie();
    },
    renewCodes: async (by, visit, password) => {
      await parts.count(visit.address, by.email);
      await assertIs(by, true);
      const made = await askLibrary(api.generateBackupCodes({ headers: asHeaders(visit), body: { password } }));
      await parts.note(by, { action: 'renewRecoveryCodes', target: by.personId });
      return made.backupCodes;
    },
  };
};
