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
  const secretsOf = (target: Target, now: number): string[] => {
    const { id, secret, previous_secret: previous, previous_secret_until: until } = target;
    const secrets = [openSecret(seal, id, secret)];
    if (previous !== null && until !== null && until.getTime() > now) secrets.push(openSecret(seal, id, previous));
    return secrets;
  };

  return async (target, eventId, body) => {
    const now = clock.now();
    const headers = signRequest(eventId, body, secretsOf(target, now), now);
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
