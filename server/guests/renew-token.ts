import { HallError } from '../errors.ts';
import type { MediaServer } from '../media/media-server.ts';
import { admissionOf } from '../participants/join-hall.ts';
import type { GuestRow } from './guest-store.ts';

export type Renewed = { participant_token: string; server_url: string; expires_at: string };
export type RenewToken = (guest: GuestRow) => Renewed;

/** As long as a token of a join is good without a wish of its own. */
const ttlSeconds = 600;

/** A fresh token for somebody who is of the call, so that a call may be older than the token it began with. */
export const renewToken =
  ({ media, serverUrl }: { media: Pick<MediaServer, 'admit'>; serverUrl: string }): RenewToken =>
  (guest) => {
    if (!guest.is_of_the_call) throw new HallError('token_expired');
    const expiresAt = new Date((Math.floor(Date.now() / 1000) + ttlSeconds) * 1000);
    return {
      participant_token: media.admit(admissionOf({ ...guest, token_expires_at: expiresAt })),
      server_url: serverUrl,
      expires_at: expiresAt.toISOString(),
    };
  };
