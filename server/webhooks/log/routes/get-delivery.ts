import { ok, route } from '../../../http/route.ts';
import type { GetDelivery } from '../get-delivery.ts';
import { DeliveryParams, WholeDelivery } from '../present-delivery.ts';

export const getDeliveryRoute = (getDelivery: GetDelivery) =>
  route({
    method: 'GET',
    path: '/deliveries/:id',
    operationId: 'getDelivery',
    tag: 'Webhooks',
    summary: 'Get a delivery',
    description: 'With its body and each attempt: what was sent, what was answered and how long it took.',
    params: DeliveryParams,
    answers: { 200: WholeDelivery },
    refuses: ['delivery_not_found'],
    handle: async ({ caller, params }) => ok(await getDelivery(caller.organisationId, params.id)),
  });
