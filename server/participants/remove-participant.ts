import { HallError } from '../errors.ts';
import type { MediaServer } from '../media/media-server.ts';
import { findParticipant } from './get-participant.ts';
import type { ParticipantStore } from './participant-store.ts';
import type { PresenceStore } from './presence-store.ts';

export type RemoveParticipant = (organisationId: string, hallId: string, participantId: string) => Promise<void>;

/**
 * Sends somebody out for good. The ban is written before the media server is asked: whoever came back in between would
 * otherwise be let in. When it cannot be asked, the ban stands all the same and the sweep sends the person out.
 */
export const removeParticipant =
  (participants: ParticipantStore, presences: PresenceStore, media: MediaServer): RemoveParticipant =>
  async (organisationId, hallId, participantId) => {
    await findParticipant(participants, organisationId, hallId, participantId);
    // Deleted with its hall meanwhile, when there is none.
    if (!(await presences.remove(organisationId, hallId, participantId))) throw new HallError('participant_not_found');
    await media.removeParticipant(hallId, participantId).catch((error: unknown) => {
      throw new HallError('removal_unfinished', { cause: error });
    });
  };
