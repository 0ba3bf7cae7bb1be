import { HallError } from '../../errors.ts';
import { isId } from '../../ids.ts';
import type { Seal } from '../../sealed.ts';
import { findWebhook } from './find-webhook.ts';
import { presentWebhook, type WebhookWithSecretBody } from './present-webhook.ts';
import { newSecret, openSecret, sealSecret } from './webhook-secret.ts';
import type { WebhookStore } from './webhook-store.ts';

/** How long the secret before signs too, so that the receiver can be changed at leisure. */
const overlapMilliseconds = 24 * 3_600_000;

export type RotateSecret = (
  organisationId: string,
  webhookId: string,
  attempt: { readonly seed: string; readonly resumed: boolean } | undefined,
) => Promise<WebhookWithSecretBody>;

/** A new secret, shown in this answer alone. Of several rotations in a day, the last two secrets sign. */
export const rotateSecret =
  (webhooks: WebhookStore, seal: Seal, clock: { now(): number }): RotateSecret =>
  async (organisationId, webhookId, attempt) => {
    if (!isId('whk', webhookId)) throw new HallError('webhook_not_found');
    const secret = newSecret();
    const row = await webhooks.rotate(organisationId, webhookId, {
      secret: sealSecret(seal, webhookId, secret),
      previousUntil: new Date(clock.now() + overlapMilliseconds),
      by: attempt?.seed ?? null,
    });
    if (row !== undefined) return { ...presentWebhook(row), secret };
    // It is not there; or an earlier attempt of this request has rotated and its answer was lost.
    const earlier = await findWebhook(webhooks, organisationId, webhookId);
    return { ...presentWebhook(earlier), secret: openSecret(seal, webhookId, earlier.secret) };
  };
