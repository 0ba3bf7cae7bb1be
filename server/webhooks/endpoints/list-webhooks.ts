import { type Paged, readPage } from '../../cursor.ts';
import { presentWebhook, type WebhookBody } from './present-webhook.ts';
import type { WebhookStore } from './webhook-store.ts';

export type ListWebhooks = (
  organisationId: string,
  page: { limit?: number; cursor?: string },
) => Promise<Paged<WebhookBody>>;

/** A page of an organisation's endpoints, newest first. */
export const listWebhooks =
  (webhooks: WebhookStore): ListWebhooks =>
  (organisationId, page) =>
    readPage('whk', page, (beforeId, most) => webhooks.list(organisationId, beforeId, most), presentWebhook);
