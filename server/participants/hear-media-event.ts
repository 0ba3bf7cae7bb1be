import type { MediaServer, PresenceEvent } from '../media/media-server.ts';
import type { PresenceStore } from './presence-store.ts';

/** Resolves when what was told is in the database; rejects when it could not be, so that the teller tries again. */
export type HearMediaEvent = (event: PresenceEvent) => Promise<void>;

/**
 * Takes in that somebody came or went. Whoever was removed and came back is sent out again, and who was given another role
 * since the token was made gets it; neither is waited for, and the sweep does what fails here.
 */
export const hearMediaEvent = (
  presences: PresenceStore,
  media: MediaServer,
  onError: (error: unknown) => void,
): HearMediaEvent => {
  const arrive = async ({ id, room, session }: PresenceEvent): Promise<void> => {
    const arrival = await presences.noteArrival(id, room, session);
    if (arrival?.outcome === 'unwanted') void media.removeParticipant(room, session.participantId).catch(onError);
    if (arrival?.outcome === 'noted' && arrival.role !== session.role)
      void media.setRole(room, session.participantId, arrival.role).catch(onError);
  };
  return (event) =>
    event.kind === 'arrival' ? arrive(event) : presences.noteDeparture(event.id, event.room, event.session, event.at);
};
