import { EngineEvent, Room, RoomEvent, VideoPresets } from 'livekit-client';
import type { Setup } from '../device-check/own-devices.ts';
import type { Ending } from '../ending/endings.ts';
import { type Verdict, verdictOf } from '../ending/refusals.ts';
import { Refused } from '../hall-api.ts';
import { decodeToken, latestToken } from '../invitation.ts';
import { keepToken } from '../memory.ts';
import type { Entrance } from '../visit.ts';
import { endingOfDisconnect, endingOfRefusal } from './reasons.ts';

export function roomFor({ cameraId, microphoneId, speakerId }: Setup): Room {
  return new Room({
    // Receive only what is visible, in the size in which it is shown; send only what somebody receives.
    adaptiveStream: true,
    dynacast: true,
    videoCaptureDefaults: {
      resolution: VideoPresets.h720.resolution,
      ...(cameraId !== undefined && { deviceId: cameraId }),
    },
    audioCaptureDefaults: microphoneId === undefined ? {} : { deviceId: microphoneId },
    ...(speakerId !== undefined && { audioOutput: { deviceId: speakerId } }),
  });
}

/** The first time. Says why it did not work, if it did not. */
export function connectFirst(room: Room, entrance: Entrance): Promise<Ending | undefined> {
  let hasJoined = false;
  room.once(RoomEvent.SignalConnected, () => {
    hasJoined = true;
  });
  const connected = connect(room, entrance, entrance.view.serverUrl).then(
    () => undefined,
    async (error) => {
      if (error instanceof Refused) return verdictOf(error).ending;
      return endingOfRefusal(error, { hasJoined, verdict: await askVerdict(entrance) });
    },
  );
  // Somebody who is removed between joining and the first media is told so, while `connect` still waits for the media.
  const disconnected = new Promise<Ending>((resolve) => {
    room.once(RoomEvent.Disconnected, (reason) => {
      const ending = endingOfDisconnect(reason);
      if (ending !== undefined) resolve(ending);
    });
  });
  return Promise.race([connected, disconnected]);
}

/** After the connection was lost. Asks Hall first, for much may have happened meanwhile. Throws what speaks against it. */
export async function connectAgain(room: Room, entrance: Entrance, signal: AbortSignal): Promise<void> {
  const { serverUrl } = await entrance.api.hall(signal);
  signal.throwIfAborted();
  await connect(room, entrance, serverUrl);
}

async function connect(room: Room, entrance: Entrance, serverUrl: string): Promise<void> {
  await room.connect(serverUrl, await usableToken(entrance));
  // LiveKit renews the token during a call, long or short; whoever reloads the page or comes back later needs that one.
  room.engine.on(EngineEvent.TokenRefreshed, (token) => keepToken(entrance.invitation, token));
}

const margin = 5_000; // milliseconds that a token must still be good for, so that it arrives in time

async function usableToken({ invitation, api, view }: Entrance): Promise<string> {
  const token = latestToken(invitation);
  const hallNow = Date.now() + view.clockAhead;
  if ((decodeToken(token)?.expiresAt ?? 0) > hallNow + margin) return token;
  const renewed = await api.renewToken();
  keepToken(invitation, renewed);
  return renewed;
}

/** What Hall has against this person being in the hall; undefined when nothing. */
async function askVerdict({ api }: Entrance): Promise<Verdict | undefined> {
  try {
    await api.hall();
    return undefined;
  } catch (error) {
    return verdictOf(error);
  }
}
