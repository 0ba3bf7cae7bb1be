import { isBrowserSupported, LogLevel, type Room, RoomEvent, setLogLevel } from 'livekit-client';
import type { Setup } from '../device-check/own-devices.ts';
import { verdictOf } from '../ending/refusals.ts';
import type { Entrance, VisitEvent } from '../visit.ts';
import { connectAgain, connectFirst, roomFor } from './connect.ts';
import { followOwnMedia } from './follow-own-media.ts';
import { Hands } from './hands.ts';
import { Reactions } from './reactions.ts';
import { endingOfCall } from './reasons.ts';
import { comeBack } from './stay.ts';

/** A call that was entered. It outlives lost connections, and with it what is shown of it. */
export interface Call {
  entrance: Entrance;
  room: Room;
  setup: Setup;
  hands: Hands;
  reactions: Reactions;
  leave: () => void;
}

/** Connects to the hall's room; what becomes of the call later is told by `tell`. */
export async function enterCall(
  entrance: Entrance,
  setup: Setup,
  tell: (event: VisitEvent) => void,
): Promise<VisitEvent> {
  setLogLevel(LogLevel.warn);
  const room = roomFor(setup);
  // They listen from the start: what the others send to newcomers may arrive before anything is drawn.
  const parts = { hands: new Hands(room), reactions: new Reactions(room) };
  const ending = isBrowserSupported() ? await connectFirst(room, entrance) : 'unsupported';
  if (ending !== undefined) {
    for (const track of setup.tracks) track.stop();
    return { type: 'ended', ending };
  }
  return { type: 'entered', call: { entrance, room, setup, ...parts, leave: stay(room, entrance, tell) } };
}

/** Comes back whenever the connection is lost for no reason that is about this person or hall. Returns what leaves. */
function stay(room: Room, entrance: Entrance, tell: (event: VisitEvent) => void): () => void {
  const left = new AbortController();
  const restoreOwnMedia = followOwnMedia(room);
  let isAway = false;
  const attempt = async () => {
    try {
      await connectAgain(room, entrance, left.signal);
      return 'back' as const;
    } catch (error) {
      return verdictOf(error);
    }
  };
  room.on(RoomEvent.Disconnected, async (reason) => {
    if (isAway || left.signal.aborted) return;
    const ending = endingOfCall(reason);
    if (ending !== 'lost') return tell({ type: 'ended', ending });
    isAway = true;
    tell({ type: 'dropped' });
    const outcome = await comeBack(attempt, left.signal);
    isAway = false;
    if (outcome !== 'back') return tell({ type: 'ended', ending: outcome });
    tell({ type: 'returned' });
    restoreOwnMedia();
  });
  return () => {
    left.abort();
    void room.disconnect();
    tell({ type: 'ended', ending: 'left' });
  };
}
