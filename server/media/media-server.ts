import type { Role } from '../database/tables.ts';

/** The media server could not be reached, did not answer in time, or refused. Nothing is known about what it did. */
export class MediaError extends Error {}

/** The media server answered, and would not do it. */
export class MediaRefusal extends MediaError {
  readonly status: number;
  /** What it said, for the log and for telling one refusal from another. */
  readonly said: string;
  constructor(call: string, status: number, said: string) {
    super(`${call} was answered ${status}: ${said.slice(0, 300)}`);
    this.status = status;
    this.said = said;
  }
}

export type RoomSettings = {
  readonly name: string;
  /** How many may be inside at once; the media server itself refuses more. */
  readonly maxParticipants: number;
  /** The media server keeps the room at least this long without anybody inside: closing halls is Hall's decision alone. */
  readonly keepSeconds: number;
};

/** `participants` may be some seconds old: LiveKit tells its list of rooms of changes every five. */
export type Room = { readonly name: string; readonly participants: number };

export type Admission = {
  readonly room: string;
  readonly participantId: string;
  readonly name: string | null;
  readonly role: Role;
  readonly metadata: Readonly<Record<string, string>>;
  /** Unix seconds until which the token may be used to enter. */
  readonly expiresAt: number;
};

/** Somebody inside a room at this moment. `session` names this one stay; who comes back has another. */
export type Session = {
  readonly session: string;
  readonly participantId: string;
  readonly joinedAt: Date;
  /** As the media server grants it; undefined for somebody whom Hall did not invite. */
  readonly role: Role | undefined;
};

/** What the media server told: somebody came or went, or LiveKit Egress did something. Other things that it tells are of no use to Hall. */
export type MediaEvent = PresenceEvent | { readonly kind: 'egress'; readonly room: string };

export type PresenceEvent = {
  readonly id: string;
  readonly kind: 'arrival' | 'departure';
  readonly room: string;
  readonly session: Session;
  readonly at: Date;
};

/** Whom a join token of Hall's is for. It may have expired. */
export type TokenHolder = { readonly room: string; readonly participantId: string; readonly expiresAt: Date };

/** Where rooms live. Every call ends within the time-out of its implementation; a MediaError says nothing about what was done. */
export interface MediaServer {
  /** Makes the room, or leaves the one of that name as it is. */
  createRoom(room: RoomSettings): Promise<void>;
  /** Disconnects everyone and removes the room. A room that is not there is no error. */
  deleteRoom(name: string): Promise<void>;
  /** This installation's rooms; those of others on the same server are left out. */
  listRooms(): Promise<Room[]>;
  /** Who is inside at this moment, recorders left out; nobody when there is no such room. */
  listSessions(room: string): Promise<Session[]>;
  /** Disconnects somebody; who is not there is no error. The token still works: whether it may enter again is for Hall to see to. */
  removeParticipant(room: string, participantId: string): Promise<void>;
  /** Grants somebody who is inside what the role may do, at once; who is not there is no error. */
  setRole(room: string, participantId: string, role: Role): Promise<void>;
  /** Mutes every sound that somebody publishes; who is not there is no error. */
  mute(room: string, participantId: string): Promise<void>;
  /** Sends JSON to everybody inside, reliably, under a topic. */
  tell(room: string, topic: string, message: object): Promise<void>;
  /** Resolves when the server answers. */
  ping(): Promise<void>;
  /** A token with which a LiveKit client enters the room. Signed here, without asking the server. */
  admit(admission: Admission): string;
  /** A token with which the recorder of a recording enters the room, heard and seen by nobody. */
  admitRecorder(room: string, recordingId: string): string;
  /** Has everybody inside know that they are recorded, or are no longer; the room's metadata says `recorded`. */
  setRecorded(room: string, isRecorded: boolean): Promise<void>;
  /** Whom a token is for, whether it has expired or not; undefined when it was not signed by Hall or this media server. */
  readToken(token: string): TokenHolder | undefined;
  /** What the media server tells in a request, whose Authorization header signs the body; undefined when the signature is not its own. */
  readEvent(body: Buffer, authorization: string): MediaEvent | 'of no use' | undefined;
  close(): Promise<void>;
}
