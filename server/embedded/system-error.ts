import { getSystemErrorMessage } from 'node:util';

/** Whether a caught value is a system error of this code, e.g. `ENOENT`. */
export const isCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.some((code) => code === error.code);

/** What went wrong, in the system's own words without Node's call and path, e.g. `permission denied`. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('errno' in error && typeof error.errno === 'number') return getSystemErrorMessage(error.errno) ?? error.message;
  return error.message;
}
