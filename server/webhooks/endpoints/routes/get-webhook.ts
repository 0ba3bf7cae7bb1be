import { ok, route } from '../../../http/route.ts';
import type { GetWebhook } from '../get-webhook.ts';
import { Webhook, WebhookParams } from '../present-webhook.ts';

export const getWebhookRoute = (getWebhook: GetWebhook) =>
  route({
    method: 'GET',
    path: '/webhooks/:id',
    operationId: 'getWebhook',
    tag: 'Webhooks',
    summary: 'Get an endpoint',
    description: 'Whether it is enabled, and if not, why. The secret is not shown again.',
    params: WebhookParams,
    answers: { 200: Webhook },
    refuses: ['webhook_not_found'],
    handle: async ({ caller, params }) => ok(await getWebhook(caller.organisationId, params.id)),
  });
