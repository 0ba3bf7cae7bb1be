import { randomBytes } from 'node:crypto';
import type { Seal } from '../../sealed.ts';

/** Standard Webhooks asks for 24 to 64 bytes. */
const secretBytes = 32;

/** A new secret as it is shown, once: `whsec_` and the key in base64. */
export const newSecret = (): string => `whsec_${randomBytes(secretBytes).toString('base64')}`;

const contextOf = (webhookId: string): string => `webhooks secret ${webhookId}`;

/** The secret as the database keeps it: it opens for this endpoint alone. */
export const sealSecret = (seal: Seal, webhookId: string, secret: string): Buffer =>
  seal.close(secret, contextOf(webhookId));

export const openSecret = (seal: Seal, webhookId: string, sealed: Buffer): string =>
  seal.open(sealed, contextOf(webhookId));
