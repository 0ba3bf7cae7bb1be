import { HallError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { DeliveryStore } from './delivery-store.ts';
import { findDelivery } from './get-delivery.ts';
import { presentWholeDelivery, type WholeDeliveryBody } from './present-delivery.ts';

export type Redeliver = (
  organisationId: string,
  deliveryId: string,
  attempt: { readonly seed: string } | undefined,
) => Promise<WholeDeliveryBody>;

/** Queues the same event for the same endpoint once more, with attempts of its own. */
export const redeliver =
  (deliveries: DeliveryStore): Redeliver =>
  async (organisationId, deliveryId, attempt) => {
    await findDelivery(deliveries, organisationId, deliveryId);
    const id = attempt === undefined ? newId('dlv') : `dlv_${attempt.seed}`;
    await deliveries.repeat(organisationId, deliveryId, id);
    // Not there, for the endpoint is disabled; or there already, from an attempt of this request whose answer was lost.
    const made = await deliveries.find(organisationId, id);
    if (made === undefined) throw new HallError('webhook_disabled');
    return presentWholeDelivery(made);
  };
