import type { VideoGrant } from 'livekit-server-sdk';
import type { Role } from '../database/tables.ts';
import { type LiveKitAccess, livekitCalls, tokenSeconds, unixSeconds } from './livekit-calls.ts';
import { type ParticipantAnswer, readLiveKitEvent, sessionOf } from './livekit-event.ts';
import { readSigned, signToken } from './livekit-token.ts';
import { type Admission, MediaError, type MediaServer, type Room, type TokenHolder } from './media-server.ts';

type Options = LiveKitAccess & {
  /** Written into each room, so that installations which share a LiveKit leave each other's rooms alone. */
  readonly installationId: string;
};

/** Opening and closing a hall must answer within 10 s whatever LiveKit does; two such calls may follow each other. */
const callMilliseconds = 4_000;
/** A list of 20,000 rooms takes LiveKit 12 ms and the way here much longer; no request waits for it. */
const listMilliseconds = 15_000;

const grants: Record<Role, VideoGrant> = {
  host: { canPublish: true, canPublishData: true, canSubscribe: true },
  participant: { canPublish: true, canPublishData: true, canSubscribe: true },
  viewer: { canPublish: false, canPublishData: true, canSubscribe: true },
};

/** LiveKit's room service, over kept connections and a kept token. */
export const livekit = (options: Options): MediaServer => {
  const { apiKey, apiSecret, installationId } = options;
  const calls = livekitCalls(options);
  const metadata = JSON.stringify({ hall: installationId });
  const recordedMetadata = JSON.stringify({ hall: installationId, recorded: true });
  let bearer = { value: '', until: 0 };

  /** For what concerns rooms as a whole; what concerns those inside one needs a token of that room. */
  const everyRoom = (): string => {
    const now = unixSeconds();
    if (now >= bearer.until)
      bearer = { value: calls.sign({ roomCreate: true, roomList: true }), until: now + tokenSeconds / 2 };
    return bearer.value;
  };

  const call = (
    name: string,
    fields: object,
    milliseconds = callMilliseconds,
    authorization = everyRoom(),
  ): Promise<string | null> => calls.call('RoomService', name, fields, { milliseconds, authorization });

  /** A call about those inside one room; null when the room or the person is not there. */
  const inside = (room: string, name: string, fields: object): Promise<string | null> =>
    call(name, { room, ...fields }, callMilliseconds, calls.sign({ roomAdmin: true, room }));

  return {
    createRoom: async ({ name, maxParticipants, keepSeconds }) => {
      const made = await call('CreateRoom', {
        name,
        metadata,
        max_participants: maxParticipants,
        empty_timeout: keepSeconds,
        departure_timeout: keepSeconds,
      });
      if (made === null) throw new MediaError('CreateRoom was answered 404: is this address a LiveKit?');
    },
    deleteRoom: async (name) => {
      await call('DeleteRoom', { room: name });
    },
    listRooms: async () => {
      const text = await call('ListRooms', {}, listMilliseconds);
      if (text === null) throw new MediaError('ListRooms was answered 404: is this address a LiveKit?');
      return ownRooms(text, [metadata, recordedMetadata]);
    },
    listSessions: async (room) => {
      const text = await inside(room, 'ListParticipants', {});
      const { participants = [] } = JSON.parse(text ?? '{}') as { participants?: ParticipantAnswer[] };
      return participants.flatMap((participant) => sessionOf(participant) ?? []);
    },
    removeParticipant: async (room, participantId) => {
      await inside(room, 'RemoveParticipant', { identity: participantId });
    },
    setRole: async (room, participantId, role) => {
      await inside(room, 'UpdateParticipant', {
        identity: participantId,
        permission: permissionsOf(role),
        attributes: { role },
      });
    },
    mute: async (room, participantId) => {
      const text = await inside(room, 'GetParticipant', { identity: participantId });
      const { tracks = [] } = JSON.parse(text ?? '{}') as ParticipantAnswer;
      // AUDIO is the protocol's zero and may be left out of the JSON.
      const sounding = tracks.filter(({ type = 'AUDIO', muted }) => type === 'AUDIO' && muted !== true);
      await Promise.all(
        sounding.map(({ sid }) =>
          inside(room, 'MutePublishedTrack', { identity: participantId, track_sid: sid, muted: true }),
        ),
      );
    },
    tell: async (room, topic, message) => {
      const data = Buffer.from(JSON.stringify(message)).toString('base64');
      await inside(room, 'SendData', { data, kind: 'RELIABLE', topic });
    },
    ping: async () => {
      const status = await calls.get(callMilliseconds).catch((error: unknown) => {
        throw new MediaError('LiveKit does not answer', { cause: error });
      });
      if (status !== 200) throw new MediaError(`LiveKit answered ${status}`);
    },
    admit: (admission) => signToken(claimsOf(admission, apiKey), apiSecret),
    admitRecorder: (room, recordingId) => signToken(recorderClaims(room, recordingId, apiKey), apiSecret),
    setRecorded: async (room, isRecorded) => {
      await inside(room, 'UpdateRoomMetadata', { metadata: isRecorded ? recordedMetadata : metadata });
    },
    readToken: (token) => holderOf(readSigned(token, apiKey, apiSecret)),
    readEvent: (body, authorization) => readLiveKitEvent(body, authorization, { apiKey, apiSecret }),
    close: calls.close,
  };
};

type RoomAnswer = { name?: string; metadata?: string; num_participants?: number };

const ownRooms = (text: string, metadata: readonly (string | undefined)[]): Room[] => {
  const { rooms = [] } = JSON.parse(text) as { rooms?: RoomAnswer[] };
  return rooms.flatMap((room) =>
    metadata.includes(room.metadata) && room.name !== undefined
      ? [{ name: room.name, participants: room.num_participants ?? 0 }]
      : [],
  );
};

/** What a role may do, as LiveKit's room service wants it: all of it each time, for what is left out is taken away. */
const permissionsOf = (role: Role) => ({
  can_subscribe: grants[role].canSubscribe,
  can_publish: grants[role].canPublish,
  can_publish_data: grants[role].canPublishData,
});

const holderOf = (claims: ReturnType<typeof readSigned>): TokenHolder | undefined => {
  const { sub, exp, video } = claims ?? {};
  if (sub === undefined || exp === undefined || video?.room === undefined || video.roomJoin !== true) return undefined;
  return { room: video.room, participantId: sub, expiresAt: new Date(exp * 1000) };
};

/** How long a recorder has to enter; LiveKit renews the tokens of those who are inside. */
const recorderSeconds = 600;

/** `recorder` makes LiveKit leave it out of the count of those inside, `hidden` out of what others see. */
const recorderClaims = (room: string, recordingId: string, apiKey: string) => ({
  iss: apiKey,
  sub: recordingId,
  video: {
    roomJoin: true,
    room,
    hidden: true,
    recorder: true,
    canSubscribe: true,
    canPublish: false,
    canPublishData: false,
  },
  nbf: unixSeconds() - 60,
  exp: unixSeconds() + recorderSeconds,
});

const claimsOf = ({ room, participantId, name, role, metadata, expiresAt }: Admission, apiKey: string) => ({
  iss: apiKey,
  sub: participantId,
  name: name ?? '',
  metadata: JSON.stringify({ ...metadata }),
  attributes: { role },
  video: { roomJoin: true, room, ...grants[role] },
  // A minute for clocks that disagree.
  nbf: unixSeconds() - 60,
  exp: expiresAt,
});
