import { HallError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { SignAndSend } from '../delivery/sign-and-send.ts';
import { findWebhook } from '../endpoints/find-webhook.ts';
import type { WebhookStore } from '../endpoints/webhook-store.ts';
import type { DeliveryStore } from './delivery-store.ts';
import { presentWholeDelivery, type WholeDeliveryBody } from './present-delivery.ts';

export const testType = 'webhook.test';

export type TestWebhook = (organisationId: string, webhookId: string) => Promise<WholeDeliveryBody>;

/** Sends an event that is in no log, once and at once, and tells what became of it. To a disabled endpoint too. */
export const testWebhook =
  (webhooks: WebhookStore, deliveries: DeliveryStore, send: SignAndSend, clock: { now(): number }): TestWebhook =>
  async (organisationId, webhookId) => {
    const webhook = await findWebhook(webhooks, organisationId, webhookId);
    const eventId = newId('evt');
    const created_at = new Date(clock.now()).toISOString();
    const data = { webhook_id: webhookId };
    const body = JSON.stringify({ id: eventId, type: testType, created_at, sequence: null, data });
    const { attempt } = await send(webhook, eventId, body);
    const id = newId('dlv');
    const status = attempt.result === 'delivered' ? 'delivered' : 'failed';
    const test = { id, webhookId, eventId, eventType: testType, status, attempt, body } as const;
    await deliveries.noteTest(organisationId, test);
    const row = await deliveries.find(organisationId, id);
    // Deleted while it was tested.
    if (row === undefined) throw new HallError('webhook_not_found');
    return presentWholeDelivery(row);
  };
