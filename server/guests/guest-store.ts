import { sql } from 'kysely';
import type { Database, HallStatus, ParticipantRow } from '../database/tables.ts';

/** Somebody with a join token, the hall it is for and whose hall that is, in one row. */
export type GuestRow = ParticipantRow & {
  organisation_id: string;
  organisation_name: string;
  logo_url: string | null;
  colour: string | null;
  hall_name: string | null;
  hall_status: HallStatus;
  participant_count: number;
  max_participants: number;
  hall_expires_at: Date;
  /** Inside, or left less than two minutes ago: a connection that broke may be taken up again. */
  is_of_the_call: boolean;
  /** Whether the operator suspended the organisation. */
  is_suspended: boolean;
};

/** How long after leaving somebody is still of the call, in seconds: as long as the page tries to come back. */
const comebackSeconds = 120;

/** What a join token leads to. The token names hall and participant, so there is no organisation to begin with. */
export const guestStore = (database: Database) => ({
  find: async (hallId: string, participantId: string): Promise<GuestRow | undefined> => {
    const { rows } = await sql<GuestRow>`
      select p.id, p.hall_id, p.name, p.user_id, p.role, p.status, p.metadata, p.joined_at, p.left_at, p.token_expires_at,
        p.organisation_id, o.name as organisation_name, o.suspended_at is not null as is_suspended, o.logo_url, o.colour, h.name as hall_name, h.status as hall_status,
        h.participant_count, h.max_participants, h.expires_at as hall_expires_at,
        p.status = 'joined' or (p.status = 'left' and p.left_at > now() - make_interval(secs => ${comebackSeconds})) as is_of_the_call
      from participants p join halls h on h.id = p.hall_id join organisations o on o.id = p.organisation_id
      where p.id = ${participantId} and p.hall_id = ${hallId} and h.status in ('open', 'closed')`.execute(database);
    return rows[0];
  },
});

export type GuestStore = ReturnType<typeof guestStore>;
