import { HallError } from '../errors.ts';
import { isId } from '../ids.ts';
import type { EventStore } from './event-store.ts';
import { type EventBody, presentEvent } from './present-event.ts';

export type GetEvent = (organisationId: string, eventId: string) => Promise<EventBody>;

/** An event of this organisation, of the last 30 days. */
export const getEvent =
  (events: EventStore): GetEvent =>
  async (organisationId, eventId) => {
    const row = isId('evt', eventId) ? await events.find(organisationId, eventId) : undefined;
    if (row === undefined) throw new HallError('event_not_found');
    return presentEvent(row);
  };
