import { HallError } from '../errors.ts';
import { isId } from '../ids.ts';
import type { HallStore } from './hall-store.ts';
import { type HallBody, presentHall } from './present-hall.ts';

export type GetHall = (organisationId: string, hallId: string) => Promise<HallBody>;

/** An open or closed hall of this organisation. */
export const getHall =
  (halls: HallStore): GetHall =>
  async (organisationId, hallId) => {
    const row = isId('hall', hallId) ? await halls.find(organisationId, hallId) : undefined;
    if (row === undefined) throw new HallError('hall_not_found');
    return presentHall(row);
  };
