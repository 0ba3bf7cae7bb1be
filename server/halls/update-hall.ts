import type { Metadata } from '../database/tables.ts';
import { HallError } from '../errors.ts';
import { isId } from '../ids.ts';
import type { HallStore } from './hall-store.ts';
import { type HallBody, presentHall } from './present-hall.ts';

export type HallChange = { name?: string | null; external_id?: string | null; metadata?: Metadata };
export type UpdateHall = (organisationId: string, hallId: string, change: HallChange) => Promise<HallBody>;

/** Changes what is given and leaves the rest; a closed hall too, for its history is read by people. */
export const updateHall =
  (halls: HallStore): UpdateHall =>
  async (organisationId, hallId, change) => {
    const isChange = Object.keys(change).length > 0;
    const row = !isId('hall', hallId)
      ? undefined
      : isChange
        ? await halls.update(organisationId, hallId, change)
        : await halls.find(organisationId, hallId);
    if (row === undefined) throw new HallError('hall_not_found');
    return presentHall(row);
  };
