import type { Webhook } from 'standardwebhooks';
import { version } from '../../version.ts';

export type SignedHeaders = Readonly<Record<string, string>>;

/**
 * The headers of one attempt, by Standard Webhooks: the same id in each attempt of an event, the time of this one, and a signature
 * by each secret, so that during a rotation either of them verifies.
 */
export const signRequest = (
  id: string,
  body: string,
  signers: readonly Webhook[],
  milliseconds: number,
): SignedHeaders => {
  const time = new Date(milliseconds);
  return {
    'content-type': 'application/json',
    'user-agent': `Hall/${version}`,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(milliseconds / 1000)),
    'webhook-signature': signers.map((signer) => signer.sign(id, time, body)).join(' '),
  };
};
