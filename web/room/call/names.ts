import type { Participant } from 'livekit-client';
import type { Role } from '../hall-view.ts';

export const nameOf = (participant: Participant) => participant.name || 'Guest';

/** As Hall tells it; what a LiveKit client without Hall's attributes may do says it too. */
export const roleOf = ({ attributes: { role }, permissions }: Participant): Role => {
  if (role === 'host' || role === 'viewer') return role;
  return permissions?.canPublish === false ? 'viewer' : 'participant';
};

export const isHost = (participant: Participant) => participant.attributes.role === 'host';

/** Whether somebody can be seen or heard here, and so needs a tile: viewers have none. */
export const isOnStage = (participant: Participant) =>
  participant.permissions?.canPublish !== false || participant.trackPublications.size > 0;
