import { ok, route } from '../../../http/route.ts';
import { NoBody } from '../../../schemas.ts';
import { WebhookParams } from '../../endpoints/present-webhook.ts';
import { WholeDelivery } from '../present-delivery.ts';
import type { TestWebhook } from '../test-webhook.ts';

export const testWebhookRoute = (testWebhook: TestWebhook) =>
  route({
    method: 'POST',
    path: '/webhooks/:id/test',
    operationId: 'testWebhook',
    tag: 'Webhooks',
    summary: 'Send a test event',
    description:
      'Sends a signed event of the type webhook.test, once and at once, and answers what became of it after 15 seconds at most.',
    params: WebhookParams,
    body: NoBody,
    answers: { 200: WholeDelivery },
    refuses: ['webhook_not_found'],
    handle: async ({ caller, params }) => ok(await testWebhook(caller.organisationId, params.id)),
  });
