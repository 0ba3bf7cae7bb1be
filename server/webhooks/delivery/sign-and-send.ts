import { Webhook } from 'standardwebhooks';
import type { LoggedAttempt } from '../../database/tables.ts';
import type { Seal } from '../../sealed.ts';
import { openSecret } from '../endpoints/webhook-secret.ts';
import type { Target } from './queue-store.ts';
import type { Outcome, SendAttempt } from './send-attempt.ts';
import { signRequest } from './sign-request.ts';

export type Attempted = { readonly outcome: Outcome; readonly attempt: LoggedAttempt };
export type SignAndSend = (target: Target, eventId: string, body: string) => Promise<Attempted>;

/** One signed attempt, and how the log keeps it. */
export const signAndSend = (send: SendAttempt, seal: Seal, clock: { now(): number }): SignAndSend => {
  /** Opened once for each row that was read, and forgotten with it. */
  const opened = new WeakMap<Buffer, Webhook>();
  const open = (id: string, sealed: Buffer): Webhook => {
    const known = opened.get(sealed);
    if (known !== undefined) return known;
    const signer = new Webhook(openSecret(seal, id, sealed));
    opened.set(sealed, signer);
    return signer;
  };

  const signersOf = (target: Target, now: number): Webhook[] => {
    const { id, secret, previous_secret: previous, previous_secret_until: until } = target;
    const signers = [open(id, secret)];
    if (previous !== null && until !== null && until.getTime() > now) signers.push(open(id, previous));
    return signers;
  };

  return async (target, eventId, body) => {
    const now = clock.now();
    const headers = signRequest(eventId, body, signersOf(target, now), now);
    const outcome = await send(target.url, headers, body);
    const attempt: LoggedAttempt = {
      at: new Date(now).toISOString(),
      result: outcome.result,
      duration_ms: outcome.milliseconds,
      url: target.url,
      request_headers: headers,
      response_status: outcome.status,
      response_headers: outcome.headers,
      response_body: outcome.body,
      error: outcome.error,
    };
    return { outcome, attempt };
  };
};
