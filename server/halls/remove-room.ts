import { HallError } from '../errors.ts';
import type { MediaServer } from '../media/media-server.ts';
import type { HallStore } from './hall-store.ts';

/**
 * Removes the room of a hall that is about to be closed or deleted, and disconnects everyone; 502 when that fails.
 * LiveKit fails a call whose room another one removes meanwhile. So it is no failure when the hall is no longer open then:
 * whoever closed it removed the room first.
 */
export const removeRoom = async (
  halls: HallStore,
  media: MediaServer,
  organisationId: string,
  hallId: string,
): Promise<void> => {
  try {
    await media.deleteRoom(hallId);
  } catch (error) {
    const now = await halls.find(organisationId, hallId);
    if (now?.status === 'open') throw new HallError('media_unreachable', { cause: error });
  }
};
