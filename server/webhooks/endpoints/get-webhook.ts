import { findWebhook } from './find-webhook.ts';
import { presentWebhook, type WebhookBody } from './present-webhook.ts';
import type { WebhookStore } from './webhook-store.ts';

export type GetWebhook = (organisationId: string, webhookId: string) => Promise<WebhookBody>;

export const getWebhook =
  (webhooks: WebhookStore): GetWebhook =>
  async (organisationId, webhookId) =>
    presentWebhook(await findWebhook(webhooks, organisationId, webhookId));
