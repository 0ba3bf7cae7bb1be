import type { MediaServer } from '../media/media-server.ts';
import type { RestoreGate } from '../media/restore-gate.ts';
import type { ParticipantStore } from './participant-store.ts';

/**
 * LiveKit's web client waits 15 s for an answer (websocketTimeout) and pauses for up to ten between its tries. Whoever waits
 * here is let in at the moment of the media server's return, so the longer the wait, the shorter the way back.
 */
const patienceMilliseconds = 12_000;

type Verdict = true | { status: 403 | 502; reason: string };

/**
 * Looks at who wants to enter before the media server does, where signalling passes through Hall. Whoever was removed is
 * refused here, and so never inside, not for a moment. Everything else about a token is for the media server to judge.
 */
export const mayEnter =
  (parts: {
    participants: Pick<ParticipantStore, 'isRemoved'>;
    media: Pick<MediaServer, 'readToken'>;
    gate: RestoreGate;
    onError: (error: unknown) => void;
  }) =>
  async (token: string | undefined): Promise<Verdict> => {
    const holder = token === undefined ? undefined : parts.media.readToken(token);
    if (holder !== undefined) {
      // While the database is away calls go on: the media server admits, and the sweep sends out whom it should not have.
      const isRemoved = await parts.participants
        .isRemoved(holder.room, holder.participantId)
        .catch((error: unknown) => {
          parts.onError(error);
          return false;
        });
      if (isRemoved) return { status: 403, reason: 'removed from this hall' };
    }
    const isOpen = await parts.gate.whenOpen(patienceMilliseconds);
    return isOpen ? true : { status: 502, reason: 'the media server is being restored' };
  };
