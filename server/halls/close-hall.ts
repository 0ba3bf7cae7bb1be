import { HallError } from '../errors.ts';
import { isId } from '../ids.ts';
import type { MediaServer } from '../media/media-server.ts';
import type { HallStore } from './hall-store.ts';
import { type HallBody, presentHall } from './present-hall.ts';
import { removeRoom } from './remove-room.ts';

export type CloseHall = (organisationId: string, hallId: string) => Promise<HallBody>;

/**
 * Disconnects everyone, then closes the hall and frees its capacity. The room goes first: when the media server cannot
 * be reached, the answer is 502 and nothing has changed. Should the second step fail, the hall is still open and the
 * sweep provides its room again. Closing twice is no error.
 */
export const closeHall =
  (halls: HallStore, media: MediaServer): CloseHall =>
  async (organisationId, hallId) => {
    const row = isId('hall', hallId) ? await halls.find(organisationId, hallId) : undefined;
    if (row === undefined) throw new HallError('hall_not_found');
    if (row.status === 'closed') return presentHall(row);
    await removeRoom(halls, media, organisationId, hallId);
    const closed = await halls.close(organisationId, hallId, 'requested');
    if (closed !== undefined) return presentHall(closed);
    // Somebody else closed or deleted it meanwhile.
    const now = await halls.find(organisationId, hallId);
    if (now === undefined) throw new HallError('hall_not_found');
    return presentHall(now);
  };
