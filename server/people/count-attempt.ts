import { HallError } from '../errors.ts';
import type { Windows } from '../limits/windows.ts';

/** Attempts in any 60 seconds, right or wrong: of one account, whoever tries, and of one address, whichever account. */
const most = { account: 10, address: 20 };

/** Counts an attempt to prove who one is; throws a 429 when there were too many. `account` is what was claimed, an e-mail address mostly. */
export type CountAttempt = (address: string, account?: string) => Promise<void>;

export const countAttempt = (windows: Windows): CountAttempt => {
  const admit = async (key: string, limit: number): Promise<void> => {
    const verdict = await windows.admit([{ name: 'sign_in', key, limit }]);
    if (verdict.admitted) return;
    const seconds = verdict.retryAfterSeconds;
    throw new HallError('rate_limited', {
      values: { seconds },
      retryAfterSeconds: seconds,
      window: { limit: verdict.limit, resetAt: verdict.resetAt },
    });
  };
  return async (address, account) => {
    await admit(`{sign-in:${address}}`, most.address);
    if (account !== undefined) await admit(`{sign-in:${account}}`, most.account);
  };
};
