import type { Participant } from 'livekit-client';

export const nameOf = (participant: Participant) => participant.name || 'Guest';

/** Whether somebody can be seen or heard here, and so needs a tile: viewers have none. */
export const isOnStage = (participant: Participant) =>
  participant.permissions?.canPublish !== false || participant.trackPublications.size > 0;
