import { HallError } from '../errors.ts';
import { type ParticipantBody, presentParticipant } from '../participants/present-participant.ts';
import type { GuestRow } from './guest-store.ts';

export type Visit = {
  hall: {
    id: string;
    name: string | null;
    status: 'open';
    max_participants: number;
    participant_count: number;
    expires_at: string;
  };
  organisation: { name: string; logo_url: string | null; colour: string | null };
  participant: ParticipantBody;
  server_url: string;
  now: string;
};

export type DescribeVisit = (guest: GuestRow) => Visit;

/** What the page shows before somebody enters; a refusal when entering cannot work at this moment. */
export const describeVisit =
  ({ serverUrl, isMediaReachable }: { serverUrl: string; isMediaReachable: () => boolean }): DescribeVisit =>
  (guest) => {
    if (!isMediaReachable()) throw new HallError('media_unreachable');
    if (guest.status !== 'joined' && guest.participant_count >= guest.max_participants)
      throw new HallError('hall_full', { values: { limit: guest.max_participants } });
    return {
      hall: {
        id: guest.hall_id,
        name: guest.hall_name,
        status: 'open',
        max_participants: guest.max_participants,
        participant_count: guest.participant_count,
        expires_at: guest.hall_expires_at.toISOString(),
      },
      organisation: { name: guest.organisation_name, logo_url: guest.logo_url, colour: guest.colour },
      participant: presentParticipant(guest),
      server_url: serverUrl,
      now: new Date().toISOString(),
    };
  };
