import { Type } from 'typebox';
import { ok, route } from '../../../http/route.ts';
import { Webhook, WebhookParams, webhookFields } from '../present-webhook.ts';
import type { UpdateWebhook } from '../update-webhook.ts';

const WebhookChange = Type.Object(
  {
    url: Type.Optional(webhookFields.url),
    events: Type.Optional(webhookFields.events),
    description: Type.Optional(webhookFields.description),
    enabled: Type.Optional(Type.Boolean({ description: 'Whether events are sent.' })),
  },
  { additionalProperties: false, examples: [{ enabled: true }] },
);

export const updateWebhookRoute = (updateWebhook: UpdateWebhook) =>
  route({
    method: 'PATCH',
    path: '/webhooks/:id',
    operationId: 'updateWebhook',
    tag: 'Webhooks',
    summary: 'Change an endpoint, disable or enable it',
    description:
      'What waits for an endpoint that is disabled is cancelled. Enabled again, it gets what happens from then on; a replay sends the rest.',
    params: WebhookParams,
    body: WebhookChange,
    answers: { 200: Webhook },
    refuses: ['webhook_not_found'],
    handle: async ({ caller, params, body }) => ok(await updateWebhook(caller.organisationId, params.id, body)),
  });
