import { type Paged, readPage } from '../cursor.ts';
import type { HallStore } from './hall-store.ts';
import { type HallBody, presentHall } from './present-hall.ts';

export type HallFilter = { status?: 'open' | 'closed'; external_id?: string; limit?: number; cursor?: string };
export type ListHalls = (organisationId: string, filter: HallFilter) => Promise<Paged<HallBody>>;

/** A page of halls, newest first. */
export const listHalls =
  (halls: HallStore): ListHalls =>
  (organisationId, { status, external_id: externalId, ...page }) =>
    readPage(
      'hall',
      page,
      (beforeId, most) => halls.list(organisationId, { status, externalId, beforeId }, most),
      presentHall,
    );
