import { Type } from 'typebox';
import { ok, route } from '../../../http/route.ts';
import { Choice, Page, pageQuery } from '../../../schemas.ts';
import { WebhookParams } from '../../endpoints/present-webhook.ts';
import type { ListDeliveries } from '../list-deliveries.ts';
import { Delivery, statuses } from '../present-delivery.ts';

const DeliveryQuery = Type.Object(
  {
    status: Type.Optional(Choice(statuses, { description: 'Only deliveries in this state.' })),
    ...pageQuery,
  },
  { additionalProperties: false },
);

export const listDeliveriesRoute = (listDeliveries: ListDeliveries) =>
  route({
    method: 'GET',
    path: '/webhooks/:id/deliveries',
    operationId: 'listWebhookDeliveries',
    tag: 'Webhooks',
    summary: 'List deliveries',
    description:
      'What was sent to the endpoint in the last seven days, newest first. Follow next_cursor until it is null.',
    params: WebhookParams,
    query: DeliveryQuery,
    answers: { 200: Page(Delivery) },
    refuses: ['webhook_not_found'],
    handle: async ({ caller, params, query }) => ok(await listDeliveries(caller.organisationId, params.id, query)),
  });
