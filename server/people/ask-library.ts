import { HallError, type RefusalCode } from '../errors.ts';

/** better-auth's codes that can be somebody's own fault, in our words. */
const refusals: Readonly<Record<string, RefusalCode>> = {
  INVALID_EMAIL_OR_PASSWORD: 'credentials_wrong',
  INVALID_EMAIL: 'credentials_wrong',
  INVALID_PASSWORD: 'password_wrong',
  CREDENTIAL_ACCOUNT_NOT_FOUND: 'password_wrong',
  INVALID_CODE: 'code_wrong',
  INVALID_BACKUP_CODE: 'code_wrong',
  INVALID_TWO_FACTOR_COOKIE: 'second_step_missing',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'second_step_missing',
  ACCOUNT_TEMPORARILY_LOCKED: 'second_step_missing',
  TOTP_NOT_ENABLED: 'second_factor_off',
  BACKUP_CODES_NOT_ENABLED: 'second_factor_off',
  TWO_FACTOR_NOT_ENABLED: 'second_factor_off',
  CHALLENGE_NOT_FOUND: 'passkey_refused',
  PASSKEY_NOT_FOUND: 'passkey_refused',
  AUTHENTICATION_FAILED: 'passkey_refused',
  FAILED_TO_VERIFY_REGISTRATION: 'passkey_refused',
  PREVIOUSLY_REGISTERED: 'passkey_refused',
  YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: 'passkey_refused',
  UNAUTHORIZED: 'session_missing',
};

const codeOf = (error: unknown): string => {
  const body = typeof error === 'object' && error !== null && 'body' in error ? error.body : undefined;
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : '';
};

/** Awaits a call of better-auth. What it refuses becomes a refusal of ours; anything else is a fault and goes on as it is. */
export const askLibrary = async <T>(answer: Promise<T>): Promise<T> => {
  try {
    return await answer;
  } catch (error) {
    const refusal = refusals[codeOf(error)];
    throw refusal === undefined
      ? new HallError('unavailable', { cause: error })
      : new HallError(refusal, { cause: error });
  }
};
