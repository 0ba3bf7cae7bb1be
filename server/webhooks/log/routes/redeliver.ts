import { created, route } from '../../../http/route.ts';
import { NoBody } from '../../../schemas.ts';
import { DeliveryParams, WholeDelivery } from '../present-delivery.ts';
import type { Redeliver } from '../redeliver.ts';

export const redeliverRoute = (redeliver: Redeliver) =>
  route({
    method: 'POST',
    path: '/deliveries/:id/redeliver',
    operationId: 'redeliver',
    tag: 'Webhooks',
    summary: 'Deliver once more',
    description:
      'Queues the same event for the same endpoint again, whatever became of this delivery. The answer is the new delivery, which goes out at once; its webhook-id is the same.',
    params: DeliveryParams,
    body: NoBody,
    answers: { 201: WholeDelivery },
    refuses: ['delivery_not_found', 'webhook_disabled'],
    handle: async ({ caller, params, attempt }) => {
      const delivery = await redeliver(caller.organisationId, params.id, attempt);
      return created(delivery, `/v1/deliveries/${delivery.id}`);
    },
  });
