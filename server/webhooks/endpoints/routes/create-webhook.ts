import { Type } from 'typebox';
import { created, route } from '../../../http/route.ts';
import type { CreateWebhook } from '../create-webhook.ts';
import { WebhookWithSecret, webhookFields } from '../present-webhook.ts';

const WebhookWish = Type.Object(
  {
    url: webhookFields.url,
    events: Type.Optional(webhookFields.events),
    description: Type.Optional(webhookFields.description),
  },
  { additionalProperties: false, examples: [{ url: 'https://example.org/hooks/hall', events: ['*'] }] },
);

export const createWebhookRoute = (createWebhook: CreateWebhook) =>
  route({
    method: 'POST',
    path: '/webhooks',
    operationId: 'createWebhook',
    tag: 'Webhooks',
    summary: 'Create an endpoint',
    description:
      'From now on events of these types are sent to the url, signed by Standard Webhooks, each at least once. ' +
      'The secret is shown in this answer alone.',
    body: WebhookWish,
    answers: { 201: WebhookWithSecret },
    refuses: ['too_many_webhooks'],
    handle: async ({ caller, body, attempt }) => {
      const webhook = await createWebhook(caller.organisationId, body, attempt);
      return created(webhook, `/v1/webhooks/${webhook.id}`);
    },
  });
