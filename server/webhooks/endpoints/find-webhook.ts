import { HallError } from '../../errors.ts';
import { isId } from '../../ids.ts';
import type { WebhookRow, WebhookStore } from './webhook-store.ts';

/** The endpoint, or the refusal that there is none: what cannot be an id is not asked for. */
export const findWebhook = async (
  webhooks: Pick<WebhookStore, 'find'>,
  organisationId: string,
  webhookId: string,
): Promise<WebhookRow> => {
  const row = isId('whk', webhookId) ? await webhooks.find(organisationId, webhookId) : undefined;
  if (row === undefined) throw new HallError('webhook_not_found');
  return row;
};
