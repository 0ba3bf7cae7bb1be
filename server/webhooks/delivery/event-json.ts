import type { EventType } from '../../database/tables.ts';
import { presentEvent } from '../../events/present-event.ts';
import type { EventColumns } from './queue-store.ts';

/** The body of a delivery: the event as the API shows it. Undefined when the event is in no log. */
export const eventJson = (row: EventColumns): string | undefined => {
  const { event_created_at: created_at, event_data: data } = row;
  if (created_at === null || data === null) return undefined;
  const type = row.event_type as EventType;
  return JSON.stringify(presentEvent({ id: row.event_id, type, created_at, sequence: row.event_sequence, data }));
};
