import { EngineEvent, isBrowserSupported, LogLevel, Room, RoomEvent, setLogLevel, VideoPresets } from 'livekit-client';
import type { Setup } from '../device-check/own-devices.ts';
import type { Ending } from '../ending/endings.ts';
import { keepToken } from '../memory.ts';
import type { Entrance, VisitEvent } from '../visit.ts';
import { endingOfCall, endingOfDisconnect, endingOfRefusal } from './reasons.ts';

/** Connects to the hall's room. `onEnded` is called once, when a call that was entered is over. */
export async function enterCall(
  entrance: Entrance,
  setup: Setup,
  onEnded: (ending: Ending) => void,
): Promise<VisitEvent> {
  setLogLevel(LogLevel.warn);
  const room = roomFor(setup);
  const ending = isBrowserSupported() ? await connect(room, entrance) : 'unsupported';
  if (ending !== undefined) {
    for (const track of setup.tracks) track.stop();
    return { type: 'ended', ending };
  }
  // LiveKit renews the token during a call, long or short; whoever reloads the page or rejoins later needs that one.
  room.engine.on(EngineEvent.TokenRefreshed, (token) => keepToken(entrance.invitation, token));
  room.once(RoomEvent.Disconnected, (reason) => onEnded(endingOfCall(reason)));
  return { type: 'entered', room, setup };
}

function roomFor({ cameraId, microphoneId, speakerId }: Setup): Room {
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

/** Says why it did not work, if it did not. */
function connect(room: Room, entrance: Entrance): Promise<Ending | undefined> {
  let hasJoined = false;
  room.once(RoomEvent.SignalConnected, () => {
    hasJoined = true;
  });
  const connected = room.connect(entrance.serverUrl, entrance.invitation.token).then(
    () => undefined,
    async (error) => endingOfRefusal(error, { hasJoined, isWelcome: await isWelcome(entrance) }),
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

/** Asks LiveKit whether the token may enter the room. That there is a place left is not part of the answer. */
async function isWelcome({ serverUrl, invitation }: Entrance): Promise<boolean> {
  try {
    const url = new URL('rtc/validate', `${serverUrl.replace(/^ws/, 'http').replace(/\/$/, '')}/`);
    url.searchParams.set('access_token', invitation.token);
    return (await fetch(url, { signal: AbortSignal.timeout(3000) })).ok;
  } catch {
    return false;
  }
}
