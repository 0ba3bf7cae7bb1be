import type { Role } from '../database/tables.ts';

/** The media server could not be reached, did not answer in time, or refused. Nothing is known about what it did. */
export class MediaError extends Error {}

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

/** Where rooms live. Every call ends within the time-out of its implementation; a MediaError says nothing about what was done. */
export interface MediaServer {
  /** Makes the room, or leaves the one of that name as it is. */
  createRoom(room: RoomSettings): Promise<void>;
  /** Disconnects everyone and removes the room. A room that is not there is no error. */
  deleteRoom(name: string): Promise<void>;
  /** This installation's rooms; those of others on the same server are left out. */
  listRooms(): Promise<Room[]>;
  /** How many are inside at this moment; 0 when there is no such room. */
  countParticipants(name: string): Promise<number>;
  /** Resolves when the server answers. */
  ping(): Promise<void>;
  /** A token with which a LiveKit client enters the room. Signed here, without asking the server. */
  admit(admission: Admission): string;
  close(): Promise<void>;
}
