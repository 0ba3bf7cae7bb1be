import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { StreamedEvent } from './read-stream.ts';

const timeoutMilliseconds = 15_000;

/** A secret of Standard Webhooks: 24 random bytes. */
export const newSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;

/** Whether this is such a secret, of 24 to 64 bytes. */
export const isSecret = (text: string): boolean => {
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const { length } = Buffer.from(base64, 'base64');
  return length >= 24 && length <= 64;
};

/** Sends an event as a delivery would be, once, and tells in a few words what came of it. */
export const forwardEvent = (url: string, secret: string): ((event: StreamedEvent) => Promise<string>) => {
  const webhook = new Webhook(secret);
  return async ({ id, json }) => {
    const now = new Date();
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
          'webhook-signature': webhook.sign(id, now, json),
        },
        body: json,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMilliseconds),
      });
      await answer.body?.cancel();
      return String(answer.status);
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      return `no answer: ${cause instanceof Error ? cause.message : String(cause)}`;
    }
  };
};
