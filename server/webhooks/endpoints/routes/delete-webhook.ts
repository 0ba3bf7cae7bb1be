import { noContent, route } from '../../../http/route.ts';
import type { DeleteWebhook } from '../delete-webhook.ts';
import { WebhookParams } from '../present-webhook.ts';

export const deleteWebhookRoute = (deleteWebhook: DeleteWebhook) =>
  route({
    method: 'DELETE',
    path: '/webhooks/:id',
    operationId: 'deleteWebhook',
    tag: 'Webhooks',
    summary: 'Delete an endpoint',
    description: 'Nothing more is sent to it, and its deliveries are gone.',
    params: WebhookParams,
    answers: { 204: null },
    refuses: ['webhook_not_found'],
    handle: async ({ caller, params }) => {
      await deleteWebhook(caller.organisationId, params.id);
      return noContent();
    },
  });
