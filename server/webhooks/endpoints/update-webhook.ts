import { HallError } from '../../errors.ts';
import { isId } from '../../ids.ts';
import { readEvents } from './create-webhook.ts';
import { presentWebhook, type WebhookBody } from './present-webhook.ts';
import type { WebhookChange, WebhookStore } from './webhook-store.ts';
import { requireUrl, type UrlRules } from './webhook-url.ts';

export type UpdateWebhook = (organisationId: string, webhookId: string, change: WebhookChange) => Promise<WebhookBody>;

/** Changes what is given and leaves the rest. */
export const updateWebhook =
  (webhooks: WebhookStore, rules: UrlRules): UpdateWebhook =>
  async (organisationId, webhookId, { url, events, ...rest }) => {
    const change = {
      ...rest,
      ...(url === undefined ? {} : { url: requireUrl(url, rules) }),
      ...(events === undefined ? {} : { events: readEvents(events) }),
    };
    const row = isId('whk', webhookId) ? await webhooks.update(organisationId, webhookId, change) : undefined;
    if (row === undefined) throw new HallError('webhook_not_found');
    return presentWebhook(row);
  };
