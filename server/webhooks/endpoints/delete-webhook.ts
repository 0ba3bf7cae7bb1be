import { HallError } from '../../errors.ts';
import { isId } from '../../ids.ts';
import type { WebhookStore } from './webhook-store.ts';

export type DeleteWebhook = (organisationId: string, webhookId: string) => Promise<void>;

export const deleteWebhook =
  (webhooks: WebhookStore): DeleteWebhook =>
  async (organisationId, webhookId) => {
    const isGone = isId('whk', webhookId) && (await webhooks.delete(organisationId, webhookId));
    if (!isGone) throw new HallError('webhook_not_found');
  };
