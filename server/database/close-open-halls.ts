import { type RawBuilder, sql } from 'kysely';
import type { CloseReason } from './tables.ts';

/**
 * The parts of a statement that closes open halls: `closed` holds the ids and organisations of those that were open and are
 * not now. Capacity is freed in the same statement; the stays of the people inside end by the trigger `hall_changed`.
 */
export const closing = (which: RawBuilder<unknown>, reason: CloseReason): RawBuilder<unknown> => sql`
  closed as (
    update halls set status = 'closed', close_reason = ${reason}, closed_at = now(), participant_count = 0,
      empties_at = null, warns_at = null
    where status = 'open' and ${which}
    returning *
  ), freed as (
    update organisations set open_halls = open_halls - 1 from closed where organisations.id = closed.organisation_id
  )`;
