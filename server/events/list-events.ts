import { type Paged, readPage } from '../cursor.ts';
import type { EventStore } from './event-store.ts';
import { type EventBody, presentEvent } from './present-event.ts';
import { type EventWish, readFilter } from './read-filter.ts';

export type ListEvents = (
  organisationId: string,
  wish: EventWish & { limit?: number; cursor?: string },
) => Promise<Paged<EventBody>>;

/** A page of events, newest first. */
export const listEvents =
  (events: EventStore): ListEvents =>
  (organisationId, { type, hall_id, ...page }) => {
    const filter = readFilter({ type, hall_id });
    return readPage('evt', page, (beforeId, most) => events.list(organisationId, filter, beforeId, most), presentEvent);
  };
