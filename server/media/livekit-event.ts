import type { Role } from '../database/tables.ts';
import { isSignedBody, readSigned } from './livekit-token.ts';
import type { MediaEvent, Session } from './media-server.ts';

/** LiveKit's ParticipantInfo as JSON; 64-bit numbers are strings there. */
export type ParticipantAnswer = {
  sid?: string;
  identity?: string;
  joinedAt?: string | number;
  joinedAtMs?: string | number;
  joined_at?: string | number;
  joined_at_ms?: string | number;
  attributes?: Record<string, string>;
  kind?: string;
  tracks?: { sid?: string; type?: string; muted?: boolean }[];
};

type EventBody = {
  id?: string;
  event?: string;
  createdAt?: string | number;
  room?: { name?: string };
  participant?: ParticipantAnswer;
  egressInfo?: { roomName?: string };
};

const roles: readonly string[] = ['host', 'participant', 'viewer'] satisfies Role[];

const roleOf = (text: string | undefined): Role | undefined =>
  text !== undefined && roles.includes(text) ? (text as Role) : undefined;

/** Milliseconds where LiveKit tells them, else its whole seconds. */
const joinedAt = (participant: ParticipantAnswer): Date => {
  const milliseconds = Number(participant.joinedAtMs ?? participant.joined_at_ms ?? 0);
  const seconds = Number(participant.joinedAt ?? participant.joined_at ?? 0);
  return new Date(milliseconds > 0 ? milliseconds : seconds > 0 ? seconds * 1000 : Date.now());
};

/** Hall's own recorders enter under the id of their recording, those of LiveKit Egress as a kind of their own. */
const isRecorder = ({ identity = '', kind }: ParticipantAnswer): boolean =>
  identity.startsWith('rec_') || kind === 'EGRESS';

/** Undefined for recorders, and for somebody without a name in LiveKit, which there should be nobody. */
export const sessionOf = (participant: ParticipantAnswer): Session | undefined =>
  participant.sid === undefined || participant.identity === undefined || isRecorder(participant)
    ? undefined
    : {
        session: participant.sid,
        participantId: participant.identity,
        joinedAt: joinedAt(participant),
        role: roleOf(participant.attributes?.role),
      };

const kinds: Readonly<Record<string, MediaEvent['kind']>> = {
  participant_joined: 'arrival',
  participant_left: 'departure',
  // Instead of participant_left for somebody whose media connection broke before it was up.
  participant_connection_aborted: 'departure',
};

const parse = (body: Buffer): EventBody | undefined => {
  try {
    return JSON.parse(body.toString()) as EventBody;
  } catch {
    return undefined;
  }
};

const egressEvents: readonly string[] = ['egress_started', 'egress_updated', 'egress_ended'];

const read = (body: EventBody): MediaEvent | 'of no use' => {
  if (egressEvents.includes(body.event ?? '')) {
    const { roomName } = body.egressInfo ?? {};
    return roomName === undefined ? 'of no use' : { kind: 'egress', room: roomName };
  }
  const kind = kinds[body.event ?? ''];
  const session = body.participant === undefined ? undefined : sessionOf(body.participant);
  const room = body.room?.name;
  if (kind === undefined || session === undefined || room === undefined || body.id === undefined) return 'of no use';
  const seconds = Number(body.createdAt ?? 0);
  return { id: body.id, kind, room, session, at: seconds > 0 ? new Date(seconds * 1000) : new Date() };
};

/** Clocks of two machines may disagree by so much, in seconds. */
const leewaySeconds = 60;

/**
 * One of LiveKit's webhooks. Its Authorization header is a token signed with the API secret that holds the SHA-256 of the
 * body (livekit/protocol, webhook/verifier.go). Undefined when that is not so.
 */
export const readLiveKitEvent = (
  body: Buffer,
  authorization: string,
  { apiKey, apiSecret }: { apiKey: string; apiSecret: string },
): MediaEvent | 'of no use' | undefined => {
  const claims = readSigned(authorization.replace(/^Bearer +/i, ''), apiKey, apiSecret);
  if (claims === undefined || !isSignedBody(claims, body)) return undefined;
  if ((claims.exp ?? 0) + leewaySeconds < Date.now() / 1000) return undefined;
  const parsed = parse(body);
  return parsed === undefined ? undefined : read(parsed);
};
