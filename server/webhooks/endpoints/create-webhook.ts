import { HallError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { Seal } from '../../sealed.ts';
import { everyEvent, presentWebhook, type WebhookWithSecretBody } from './present-webhook.ts';
import { newSecret, openSecret, sealSecret } from './webhook-secret.ts';
import type { WebhookStore } from './webhook-store.ts';
import { requireUrl, type UrlRules } from './webhook-url.ts';

/** Endpoints of one organisation. Each costs a delivery for every event. */
export const mostWebhooks = 20;

export type WebhookWish = { url: string; events?: string[]; description?: string | null };
export type CreateWebhook = (
  organisationId: string,
  wish: WebhookWish,
  attempt: { readonly seed: string; readonly resumed: boolean } | undefined,
) => Promise<WebhookWithSecretBody>;

/** Each type once; all of them are `*` alone. */
export const readEvents = (events: readonly string[]): string[] =>
  events.includes(everyEvent) ? [everyEvent] : [...new Set(events)];

/** Makes an endpoint with a secret that is shown in this answer alone. */
export const createWebhook =
  (webhooks: WebhookStore, seal: Seal, rules: UrlRules): CreateWebhook =>
  async (organisationId, { url, events = [everyEvent], description = null }, attempt) => {
    const id = attempt === undefined ? newId('whk') : `whk_${attempt.seed}`;
    if (attempt?.resumed === true) {
      const earlier = await webhooks.find(organisationId, id);
      if (earlier !== undefined) return { ...presentWebhook(earlier), secret: openSecret(seal, id, earlier.secret) };
    }
    const secret = newSecret();
    const wanted = {
      id,
      url: requireUrl(url, rules),
      events: readEvents(events),
      description,
      secret: sealSecret(seal, id, secret),
    };
    const row = await webhooks.create(organisationId, wanted, mostWebhooks);
    if (row === undefined) throw new HallError('too_many_webhooks', { values: { limit: mostWebhooks } });
    return { ...presentWebhook(row), secret };
  };
