import { ConnectionError, ConnectionErrorReason, DisconnectReason, EngineEvent, Room, RoomEvent } from 'livekit-client';
import type { Settings } from '../settings.ts';

export type StayEnd = { reason: 'hall_ended' | 'media_lost' | 'failed'; error?: string };

/** How long LiveKit may be away, in milliseconds, before the recording ends. */
const longestAbsence = 60_000;

/** Between two tries to come back, in milliseconds: often, for what is missed is missing in the recording. */
const pause = 400;

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

export interface Stay {
  readonly room: Room;
  /** Whether LiveKit is away at the moment, so that what it says of who is there counts for nothing. */
  readonly isAway: boolean;
  /** Resolves when there is nothing to come back to. Never, while the hall goes on. */
  readonly ended: Promise<StayEnd>;
}

/** Enters the hall; throws when that does not work. From then on it comes back by itself. */
export async function enter({ serverUrl, token }: Settings, onAway: (isAway: boolean) => void): Promise<Stay> {
  const room = new Room({
    adaptiveStream: false,
    dynacast: false,
    disconnectOnPageLeave: false,
    reconnectPolicy: { nextRetryDelayInMs: ({ elapsedMs }) => (elapsedMs > longestAbsence ? null : pause) },
  });
  let latest = token;
  let awaySince: number | undefined;
  const beAway = (isAway: boolean) => {
    if (isAway === (awaySince !== undefined)) return;
    awaySince = isAway ? performance.now() : undefined;
    onAway(isAway);
  };
  const connect = async () => {
    await room.connect(serverUrl, latest, { maxRetries: 0, peerConnectionTimeout: 10_000, websocketTimeout: 5_000 });
    // LiveKit renews it, so that a recording of many hours can come back too.
    room.engine.on(EngineEvent.TokenRefreshed, (renewed) => {
      latest = renewed;
    });
    beAway(false);
  };

  const comeBack = async (): Promise<StayEnd | undefined> => {
    for (;;) {
      const refusal = await connect().then(
        () => 'none' as const,
        (error: unknown) => error,
      );
      if (refusal === 'none') return undefined;
      if (isFinal(refusal)) return { reason: 'hall_ended' };
      if (awaySince === undefined || performance.now() - awaySince > longestAbsence) {
        return { reason: 'media_lost', error: String(refusal) };
      }
      await wait(pause);
    }
  };

  const ended = new Promise<StayEnd>((resolve) => {
    room.on(RoomEvent.Reconnecting, () => beAway(true));
    room.on(RoomEvent.SignalReconnecting, () => beAway(true));
    room.on(RoomEvent.Reconnected, () => beAway(false));
    room.on(RoomEvent.Disconnected, (reason) => {
      const end = endOf(reason);
      if (end !== undefined) return resolve(end);
      beAway(true);
      void comeBack().then((lost) => lost !== undefined && resolve(lost));
    });
  });
  await connect();
  return {
    room,
    get isAway() {
      return awaySince !== undefined;
    },
    ended,
  };
}

/** Undefined when it is worth coming back. */
function endOf(reason: DisconnectReason | undefined): StayEnd | undefined {
  switch (reason) {
    case DisconnectReason.ROOM_DELETED:
    case DisconnectReason.ROOM_CLOSED:
    case DisconnectReason.PARTICIPANT_REMOVED:
      return { reason: 'hall_ended' };
    case DisconnectReason.DUPLICATE_IDENTITY:
      return { reason: 'failed', error: 'another recorder came in with the same identity' };
    default:
      return undefined;
  }
}

/** The token is refused for good. A room that is not there may be on its way back with LiveKit. */
const isFinal = (error: unknown) =>
  error instanceof ConnectionError && error.reason === ConnectionErrorReason.NotAllowed && error.status === 401;
