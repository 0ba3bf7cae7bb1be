import { type Paged, readPage } from '../cursor.ts';
import type { ParticipantStatus } from '../database/tables.ts';
import { HallError } from '../errors.ts';
import { isId } from '../ids.ts';
import type { ParticipantStore } from './participant-store.ts';
import { type ParticipantBody, presentParticipant } from './present-participant.ts';

export type ListParticipants = (
  organisationId: string,
  hallId: string,
  filter: { status?: ParticipantStatus; limit?: number; cursor?: string },
) => Promise<Paged<ParticipantBody>>;

/** A page of those who were invited into a hall, newest first. */
export const listParticipants =
  (participants: ParticipantStore): ListParticipants =>
  async (organisationId, hallId, { status, ...page }) => {
    if (!isId('hall', hallId)) throw new HallError('hall_not_found');
    const read = async (beforeId: string | undefined, most: number) => {
      const rows = await participants.list(organisationId, hallId, { status, beforeId }, most);
      if (rows === undefined) throw new HallError('hall_not_found');
      return rows;
    };
    return readPage('part', page, read, presentParticipant);
  };
