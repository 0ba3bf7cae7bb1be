import { type Paged, readPage } from '../../cursor.ts';
import { type DeliveryStatus, deliveryStatuses } from '../../database/tables.ts';
import { findWebhook } from '../endpoints/find-webhook.ts';
import type { WebhookStore } from '../endpoints/webhook-store.ts';
import type { DeliveryStore } from './delivery-store.ts';
import { type DeliveryBody, presentDelivery } from './present-delivery.ts';

export type ListDeliveries = (
  organisationId: string,
  webhookId: string,
  filter: { status?: DeliveryStatus; limit?: number; cursor?: string },
) => Promise<Paged<DeliveryBody>>;

/** A page of what was sent to an endpoint, newest first. */
export const listDeliveries =
  (webhooks: WebhookStore, deliveries: DeliveryStore): ListDeliveries =>
  async (organisationId, webhookId, { status, ...page }) => {
    await findWebhook(webhooks, organisationId, webhookId);
    const statuses = status === undefined ? deliveryStatuses : [status];
    const read = (beforeId: string | undefined, most: number) =>
      deliveries.list(organisationId, webhookId, { statuses, beforeId }, most);
    return readPage('dlv', page, read, presentDelivery);
  };
