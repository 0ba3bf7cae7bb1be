import { HallError } from '../errors.ts';
import { isId } from '../ids.ts';
import type { MediaServer } from '../media/media-server.ts';
import type { HallStore } from './hall-store.ts';
import { removeRoom } from './remove-room.ts';

export type DeleteHall = (organisationId: string, hallId: string) => Promise<void>;

/** Closes the hall if it is open; then it is gone. The room goes first, as in closing: a 502 means that nothing changed. */
export const deleteHall =
  (halls: HallStore, media: MediaServer): DeleteHall =>
  async (organisationId, hallId) => {
    const row = isId('hall', hallId) ? await halls.find(organisationId, hallId) : undefined;
    if (row === undefined) throw new HallError('hall_not_found');
    if (row.status === 'open') await removeRoom(halls, media, organisationId, hallId);
    const deleted = await halls.delete(organisationId, hallId);
    if (!deleted) throw new HallError('hall_not_found');
  };
