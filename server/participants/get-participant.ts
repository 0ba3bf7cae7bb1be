import type { ParticipantRow } from '../database/tables.ts';
import { HallError } from '../errors.ts';
import { isId } from '../ids.ts';
import type { ParticipantStore } from './participant-store.ts';
import { type ParticipantBody, presentParticipant } from './present-participant.ts';

export type GetParticipant = (
  organisationId: string,
  hallId: string,
  participantId: string,
) => Promise<ParticipantBody>;

/** The row, or 404. A hall that is not there and a participant who is not in it are told apart by nobody. */
export const findParticipant = async (
  participants: ParticipantStore,
  organisationId: string,
  hallId: string,
  participantId: string,
): Promise<ParticipantRow> => {
  const canBe = isId('hall', hallId) && isId('part', participantId);
  const row = canBe ? await participants.find(organisationId, hallId, participantId) : undefined;
  if (row === undefined) throw new HallError('participant_not_found');
  return row;
};

export const getParticipant =
  (participants: ParticipantStore): GetParticipant =>
  async (organisationId, hallId, participantId) =>
    presentParticipant(await findParticipant(participants, organisationId, hallId, participantId));
