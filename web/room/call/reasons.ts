import { ConnectionError, ConnectionErrorReason, DisconnectReason } from 'livekit-client';
import type { Ending } from '../ending/endings.ts';
import type { Verdict } from '../ending/refusals.ts';

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
 * Why LiveKit refused. `hasJoined`: it had answered already, and the media connection failed.
 * `verdict`: what Hall has against this person being in the hall, which was asked right after.
 */
export function endingOfRefusal(
  error: unknown,
  { hasJoined, verdict }: { hasJoined: boolean; verdict: Verdict | undefined },
): Ending {
  if (verdict !== undefined) return verdict.ending;
  if (!(error instanceof ConnectionError)) return 'unknown';
  switch (error.reason) {
    case ConnectionErrorReason.NotAllowed:
      // The room of a hall that is open is missing for a moment after the media server was away.
      return error.status === 404 ? 'unreachable' : 'link_invalid';
    case ConnectionErrorReason.WebSocket:
      // LiveKit counts the seats last, and a browser hides the status of its refusal from the page.
      return 'full';
    default:
      return hasJoined ? 'media_blocked' : 'unreachable';
  }
}
