import { type RawBuilder, sql } from 'kysely';
import type { CloseReason } from './tables.ts';

/**
 * The parts of a statement that closes open halls: `closed` holds the ids and organisations of those that were open and are
 * not now. Capacity is freed and the stays of the people inside end with it, in the same statement, whoever closes.
 */
export const closing = (which: RawBuilder<unknown>, reason: CloseReason): RawBuilder<unknown> => sql`
  closed as (
    update halls set status = 'closed', close_reason = ${reason}, closed_at = now(), participant_count = 0,
      empties_at = null, warns_at = null
    where status = 'open' and ${which}
    returning *
  ), freed as (
    update organisations set open_halls = open_halls - 1 from closed where organisations.id = closed.organisation_id
  ), gone as (
    update participants set status = 'left', left_at = closed.closed_at from closed
    where participants.hall_id = closed.id and participants.status = 'joined'
  ), ended as (
    update presences set left_at = greatest(presences.joined_at, closed.closed_at) from closed
    where presences.hall_id = closed.id and presences.left_at is null
  )`;
