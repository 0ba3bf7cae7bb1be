import type { MediaServer } from '../media/media-server.ts';
import type { PresenceStore } from './presence-store.ts';

export type ReconcileHall = (hallId: string, missedBefore: ReadonlySet<string>) => Promise<string[]>;

/**
 * Takes over from the media server who is inside an open hall, and sends out who was removed. Gives the sessions that should
 * be there and were not shown: those missing in two looks in a row are over.
 */
export const reconcileHall =
  (presences: PresenceStore, media: MediaServer): ReconcileHall =>
  async (hallId, missedBefore) => {
    const shown = await media.listSessions(hallId);
    const { missing, unwanted } = await presences.reconcile(hallId, shown, missedBefore);
    for (const participantId of unwanted) await media.removeParticipant(hallId, participantId);
    return missing;
  };
