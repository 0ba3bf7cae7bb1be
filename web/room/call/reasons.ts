import { ConnectionError, ConnectionErrorReason, DisconnectReason } from 'livekit-client';
import type { Ending } from '../ending/endings.ts';

/** Why the server ended a visit; undefined when it gave no reason that is about this participant or this hall. */
export function endingOfDisconnect(reason: DisconnectReason | undefined): Ending | undefined {
  switch (reason) {
    case DisconnectReason.DUPLICATE_IDENTITY:
      return 'duplicate';
    case DisconnectReason.PARTICIPANT_REMOVED:
      return 'removed';
    case DisconnectReason.ROOM_DELETED:
    case DisconnectReason.ROOM_CLOSED:
      return 'closed';
    default:
      return undefined;
  }
}

/** Why a call that was entered is over. */
export function endingOfCall(reason: DisconnectReason | undefined): Ending {
  if (reason === DisconnectReason.CLIENT_INITIATED) return 'left';
  // Anything else: the server went away, or reconnecting was given up, for which the client has no reason to tell.
  return endingOfDisconnect(reason) ?? 'lost';
}

/**
 * Why `connect` failed. `hasJoined`: LiveKit had answered already, and the media connection failed.
 * `isWelcome`: LiveKit says that this token may enter.
 */
export function endingOfRefusal(
  error: unknown,
  { hasJoined, isWelcome }: { hasJoined: boolean; isWelcome: boolean },
): Ending {
  if (!(error instanceof ConnectionError)) return 'unknown';
  switch (error.reason) {
    case ConnectionErrorReason.NotAllowed:
      if (error.status === 404) return 'closed';
      return /expired/i.test(error.message) ? 'link_expired' : 'link_invalid';
    case ConnectionErrorReason.WebSocket:
      // A full room is refused while the connection is set up, with a status that browsers hide from pages.
      return isWelcome ? 'full' : 'unreachable';
    default:
      return hasJoined ? 'media_blocked' : 'unreachable';
  }
}
