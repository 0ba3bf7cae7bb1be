import { sql } from 'kysely';
import type { Database, HallStatus, Metadata, ParticipantRow, ParticipantStatus, Role } from '../database/tables.ts';

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

const columns = [
  'id',
  'hall_id',
  'name',
  'user_id',
  'role',
  'status',
  'metadata',
  'joined_at',
  'left_at',
  'token_expires_at',
] as const;
const columnList = sql.raw(columns.join(', '));

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
        returning ${columnList}
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

  find: (organisationId: string, hallId: string, id: string): Promise<ParticipantRow | undefined> =>
    database
      .selectFrom('participants')
      .select(columns)
      .where('organisation_id', '=', organisationId)
      .where('hall_id', '=', hallId)
      .where('id', '=', id)
      .executeTakeFirst(),

  /**
   * Newest first, up to `most`, those invited before the participant `beforeId`. Undefined when the organisation has no such
   * hall, which one more row in front tells in the same round trip.
   */
  list: async (
    organisationId: string,
    hallId: string,
    filter: { status: ParticipantStatus | undefined; beforeId: string | undefined },
    most: number,
  ): Promise<ParticipantRow[] | undefined> => {
    const status = filter.status === undefined ? sql`true` : sql`status = ${filter.status}`;
    const before = filter.beforeId === undefined ? sql`true` : sql`id < ${filter.beforeId}`;
    const { rows } = await sql<{ [C in keyof ParticipantRow]: ParticipantRow[C] | null }>`
      select ${sql.raw(columns.map((column) => `page.${column}`).join(', '))}
      from halls left join lateral (
        select ${columnList} from participants
        where hall_id = halls.id and ${status} and ${before} order by id desc limit ${most}
      ) as page on true
      where halls.organisation_id = ${organisationId} and halls.id = ${hallId} and halls.status in ('open', 'closed')
      order by page.id desc`.execute(database);
    if (rows.length === 0) return undefined;
    return rows.filter((row): row is ParticipantRow => row.id !== null);
  },

  setRole: (organisationId: string, hallId: string, id: string, role: Role): Promise<ParticipantRow | undefined> =>
    database
      .updateTable('participants')
      .set({ role })
      .where('organisation_id', '=', organisationId)
      .where('hall_id', '=', hallId)
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirst(),

  /** Whether this holder of a token was removed; the token names hall and participant. */
  isRemoved: async (hallId: string, id: string): Promise<boolean> => {
    const { rows } = await sql`
      select from participants where id = ${id} and hall_id = ${hallId} and status = 'removed'`.execute(database);
    return rows.length > 0;
  },
});

export type ParticipantStore = ReturnType<typeof participantStore>;
