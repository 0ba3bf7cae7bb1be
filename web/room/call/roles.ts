import type { Participant } from 'livekit-client';
import type { Role } from '../hall-view.ts';

/** As Hall tells it; what a LiveKit client without Hall's attributes may do says it too. */
export const roleOf = ({ attributes: { role }, permissions }: Participant): Role => {
  if (role === 'host' || role === 'viewer') return role;
  return permissions?.canPublish === false ? 'viewer' : 'participant';
};

export const isHost = (participant: Participant) => participant.attributes.role === 'host';
