import type { Metadata, ParticipantRow, Role } from '../database/tables.ts';
import { HallError } from '../errors.ts';
import { isId, newId } from '../ids.ts';
import type { Admission, MediaServer } from '../media/media-server.ts';
import type { ParticipantStore } from './participant-store.ts';
import { presentParticipant } from './present-participant.ts';

export type JoinWish = {
  name?: string | null;
  user_id?: string | null;
  role?: Role;
  metadata?: Metadata;
  token_ttl_seconds?: number;
};

export type Joining = {
  participant: ReturnType<typeof presentParticipant>;
  server_url: string;
  participant_token: string;
  join_url: string;
  expires_at: string;
};

/** `seed`, when given, makes a repeat of a broken-off request renew the same invitation instead of adding a second. */
export type JoinHall = (
  organisationId: string,
  hallId: string,
  wish: JoinWish,
  seed: string | undefined,
) => Promise<Joining>;

const defaultTtlSeconds = 600;

export type JoinParts = {
  participants: ParticipantStore;
  media: MediaServer;
  /** Whether the media server answered when it was last asked; a token is no use to somebody who cannot enter. */
  isMediaReachable: () => boolean;
  /** LiveKit's address as participants reach it. */
  serverUrl: string;
  baseUrl: string;
};

/** What a token of this participant says. */
export const admissionOf = (participant: ParticipantRow): Admission => ({
  room: participant.hall_id,
  participantId: participant.id,
  name: participant.name,
  role: participant.role,
  metadata: participant.metadata,
  expiresAt: Math.floor(participant.token_expires_at.getTime() / 1000),
});

/** Invites somebody into an open hall and gives the token and the link to enter it. A seat is taken on entering, not here. */
export const joinHall =
  ({ participants, media, isMediaReachable, serverUrl, baseUrl }: JoinParts): JoinHall =>
  async (organisationId, hallId, wish, seed) => {
    if (!isId('hall', hallId)) throw new HallError('hall_not_found');
    const invited = await participants.invite(organisationId, hallId, {
      id: seed === undefined ? newId('part') : `part_${seed}`,
      name: wish.name ?? null,
      user_id: wish.user_id ?? null,
      role: wish.role ?? 'participant',
      metadata: wish.metadata ?? {},
      isEnterable: isMediaReachable(),
      tokenTtlSeconds: wish.token_ttl_seconds ?? defaultTtlSeconds,
    });
    if (invited === undefined) throw new HallError('hall_not_found');
    const { participant } = invited;
    if (participant === null) {
      if (invited.hall_status !== 'open') throw new HallError('hall_closed');
      if (invited.participant_count < invited.max_participants) throw new HallError('media_unreachable');
      throw new HallError('hall_full', { values: { limit: invited.max_participants } });
    }
    const token = media.admit(admissionOf(participant));
    return {
      participant: presentParticipant(participant),
      server_url: serverUrl,
      participant_token: token,
      join_url: `${baseUrl}/halls/${hallId}#token=${token}`,
      expires_at: participant.token_expires_at.toISOString(),
    };
  };
