import type { RefusalCode } from '../errors.ts';
import { isId } from '../ids.ts';
import type { MediaServer } from '../media/media-server.ts';
import type { GuestRow, GuestStore } from './guest-store.ts';

/** Whose join token this is; the code of the refusal when it admits to nothing any more. */
export type FindGuest = (token: string) => Promise<GuestRow | RefusalCode>;

/**
 * Reads a join token as a credential. It is good for its own hall and person alone, while the hall is open and the person was
 * not removed. One that has expired still speaks for somebody who is of the call: a call outlasts the link that opened it.
 */
export const findGuest =
  (guests: GuestStore, media: Pick<MediaServer, 'readToken'>): FindGuest =>
  async (token) => {
    const holder = media.readToken(token);
    if (holder === undefined || !isId('hall', holder.room) || !isId('part', holder.participantId))
      return 'token_invalid';
    const guest = await guests.find(holder.room, holder.participantId);
    if (guest === undefined) return 'hall_not_found';
    if (guest.status === 'removed') return 'participant_removed';
    if (guest.hall_status !== 'open') return 'hall_closed';
    // Whoever is in a call stays in it; nobody comes to it any more.
    if (guest.is_suspended && !guest.is_of_the_call) return 'entry_suspended';
    if (holder.expiresAt.getTime() <= Date.now() && !guest.is_of_the_call) return 'token_expired';
    return guest;
  };
