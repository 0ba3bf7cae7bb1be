import type { LoggedAttempt } from '../../database/tables.ts';
import { eventJson } from './event-json.ts';
import type { DueDelivery, Target } from './queue-store.ts';
import type { Outcome } from './send-attempt.ts';
import type { Attempted, SignAndSend } from './sign-and-send.ts';

/** Some fault of Hall's own, a secret that does not open for example: noted as an attempt, so that it is seen and bounded. */
const failedHere = (error: string, url: string, now: number): Attempted => {
  const none = { headers: {}, body: '', retryAfterSeconds: undefined };
  const outcome: Outcome = { result: 'failed', status: null, error, milliseconds: 0, ...none };
  const attempt: LoggedAttempt = {
    at: new Date(now).toISOString(),
    result: 'failed',
    duration_ms: 0,
    url,
    request_headers: {},
    response_status: null,
    response_headers: {},
    response_body: '',
    error,
  };
  return { outcome, attempt };
};

/** One attempt at a delivery that was read from the queue. */
export const attemptEvent = async (
  send: SignAndSend,
  endpoint: Target,
  delivery: DueDelivery,
  clock: { now(): number },
): Promise<Attempted> => {
  const body = delivery.body ?? eventJson(delivery);
  if (body === undefined) return failedHere('The event is in no log any more.', endpoint.url, clock.now());
  return send(endpoint, delivery.event_id, body).catch(() =>
    failedHere('Hall could not sign the delivery.', endpoint.url, clock.now()),
  );
};
