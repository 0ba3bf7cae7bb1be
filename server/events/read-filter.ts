import { type EventType, eventTypes } from '../database/tables.ts';
import { HallError } from '../errors.ts';
import type { EventFilter } from './event-store.ts';

export type EventWish = { type?: string | undefined; hall_id?: string | undefined };

const readType = (name: string): EventType => {
  const type = eventTypes.find((known) => known === name);
  if (type !== undefined) return type;
  throw new HallError('malformed_parameter', {
    values: { parameter: 'type', fault: `takes event types, separated by commas: ${eventTypes.join(', ')}` },
  });
};

/** What the parameters `type` (one, or several with commas between) and `hall_id` choose; 400 for a type that there is not. */
export const readFilter = ({ type, hall_id: hallId }: EventWish): EventFilter => ({
  types: type === undefined ? undefined : [...new Set(type.split(',').map(readType))],
  hallId,
});
