import { HallError } from '../../errors.ts';
import { isId } from '../../ids.ts';
import type { DeliveryStore, WholeDeliveryRow } from './delivery-store.ts';
import { presentWholeDelivery, type WholeDeliveryBody } from './present-delivery.ts';

export type GetDelivery = (organisationId: string, deliveryId: string) => Promise<WholeDeliveryBody>;

/** The delivery, or the refusal that there is none. */
export const findDelivery = async (
  deliveries: DeliveryStore,
  organisationId: string,
  deliveryId: string,
): Promise<WholeDeliveryRow> => {
  const row = isId('dlv', deliveryId) ? await deliveries.find(organisationId, deliveryId) : undefined;
  if (row === undefined) throw new HallError('delivery_not_found');
  return row;
};

export const getDelivery =
  (deliveries: DeliveryStore): GetDelivery =>
  async (organisationId, deliveryId) =>
    presentWholeDelivery(await findDelivery(deliveries, organisationId, deliveryId));
