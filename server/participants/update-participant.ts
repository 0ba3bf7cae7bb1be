import type { ParticipantRow, Role } from '../database/tables.ts';
import { HallError } from '../errors.ts';
import type { MediaServer } from '../media/media-server.ts';
import { findParticipant } from './get-participant.ts';
import type { ParticipantStore } from './participant-store.ts';
import { type ParticipantBody, presentParticipant } from './present-participant.ts';

export type UpdateParticipant = (
  organisationId: string,
  hallId: string,
  participantId: string,
  change: { role?: Role; muted?: true },
) => Promise<ParticipantBody>;

/**
 * Changes what somebody may do, and mutes. Who is inside feels it at once; for who is not, a role is that of the next
 * entry, whatever the token says. The media server is told first: when it cannot be reached, nothing has changed.
 */
export const updateParticipant =
  (participants: ParticipantStore, media: MediaServer): UpdateParticipant =>
  async (organisationId, hallId, participantId, { role, muted }) => {
    const act = (call: Promise<void>): Promise<void> =>
      call.catch((error: unknown) => {
        throw new HallError('media_unreachable', { cause: error });
      });
    let row: ParticipantRow | undefined = await findParticipant(participants, organisationId, hallId, participantId);
    if (row.status === 'removed') throw new HallError('participant_removed');
    // Asked whatever the status says: somebody may have come in a moment ago. Who is not there is muted by nobody.
    if (muted === true) await act(media.mute(hallId, participantId));
    if (role !== undefined && role !== row.role) {
      const told = media.setRole(hallId, participantId, role);
      // Whoever is not inside gets the role on entering, so a media server that is away changes nothing about it.
      await (row.status === 'joined' ? act(told) : told.catch(() => {}));
      row = await participants.setRole(organisationId, hallId, participantId, role);
    }
    // Deleted with its hall meanwhile.
    if (row === undefined) throw new HallError('participant_not_found');
    return presentParticipant(row);
  };
