import { sql } from 'kysely';
import type { Database, HallStatus, Metadata, Role } from '../database/tables.ts';

export type ParticipantRow = {
  id: string;
  hall_id: string;
  name: string | null;
  user_id: string | null;
  role: Role;
  status: 'invited' | 'joined' | 'left' | 'removed';
  metadata: Metadata;
  joined_at: Date | null;
  left_at: Date | null;
  token_expires_at: Date;
};

export type Invitation = {
  id: string;
  name: string | null;
  user_id: string | null;
  role: Role;
  metadata: Metadata;
  tokenTtlSeconds: number;
  /** Whether there is a media server to enter; without one nobody is invited, but the reason is still told in order. */
  isEnterable: boolean;
};

/** The hall as it was when somebody was invited; `participant` is null when it was not open, full or not enterable. */
export type Invited = {
  hall_status: HallStatus;
  participant_count: number;
  max_participants: number;
  participant: ParticipantRow | null;
};

type InvitedRow = Omit<Invited, 'participant'> & { [C in keyof ParticipantRow]: ParticipantRow[C] | null };

/** The table participants. */
export const participantStore = (database: Database) => ({
  /**
   * Invites somebody into an open hall that is not full: one round trip tells why not, too. Undefined when the
   * organisation has no such hall. Asked again with the same id, it renews the invitation.
   */
  invite: async (organisationId: string, hallId: string, invitation: Invitation): Promise<Invited | undefined> => {
    const { id, name, user_id, role, metadata, tokenTtlSeconds, isEnterable } = invitation;
    const { rows } = await sql<InvitedRow>`
      with hall as materialized (
        select id, status, participant_count, max_participants from halls
        where organisation_id = ${organisationId} and id = ${hallId} and status in ('open', 'closed')
      ), invited as (
        insert into participants (id, organisation_id, hall_id, name, user_id, role, status, metadata, token_expires_at)
        select ${id}, ${organisationId}, hall.id, ${name}, ${user_id}, ${role}, 'invited', ${JSON.stringify(metadata)}::jsonb,
          now() + make_interval(secs => ${tokenTtlSeconds})
        from hall where status = 'open' and participant_count < max_participants and ${isEnterable}
        on conflict (id) do update set token_expires_at = excluded.token_expires_at
        returning id, hall_id, name, user_id, role, status, metadata, joined_at, left_at, token_expires_at
      )
      select hall.status as hall_status, hall.participant_count, hall.max_participants,
        invited.id, invited.hall_id, invited.name, invited.user_id, invited.role, invited.status, invited.metadata,
        invited.joined_at, invited.left_at, invited.token_expires_at
      from hall left join invited on true`.execute(database);
    const [row] = rows;
    if (row === undefined) return undefined;
    const { hall_status, participant_count, max_participants, ...participant } = row;
    return {
      hall_status,
      participant_count,
      max_participants,
      participant: participant.id === null ? null : (participant as ParticipantRow),
    };
  },
});

export type ParticipantStore = ReturnType<typeof participantStore>;
