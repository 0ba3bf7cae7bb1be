import { type RawBuilder, sql } from 'kysely';

/**
 * The part of a statement that locks the hall of a recording whose state is about to change: `hall` holds its id. The hall
 * comes first, as with those who end it and with it its recordings; the event of the change is numbered on its row.
 */
export const hallOf = (recordingId: string): RawBuilder<unknown> => sql`
  hall as (
    select h.id from recordings r join halls h on h.id = r.hall_id where r.id = ${recordingId} for no key update of h
  )`;
