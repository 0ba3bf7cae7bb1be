import { sql } from 'kysely';
import type { Database, MemberRole } from '../database/tables.ts';

/** Who is signed in; the organisation's part is null where they are no member of the one that was named. */
export type SignedInRow = {
  session_id: string;
  person_id: string;
  name: string;
  email: string;
  is_operator: boolean;
  role: MemberRole | null;
  suspended_reason: string | null;
  create: number | null;
  join: number | null;
};

export type SessionRow = {
  id: string;
  address: string | null;
  user_agent: string | null;
  created_at: Date;
  expires_at: Date;
};

/** The table sessions. */
export const sessionStore = (database: Database) => ({
  /** Who holds this token, with their place in the organisation that they named. One look-up, so that an ended session or membership ends at once. */
  find: async (token: string, organisationId: string | null): Promise<SignedInRow | undefined> => {
    const { rows } = await sql<SignedInRow>`
      select s.id as session_id, p.id as person_id, p.name, p.email, p.is_operator, m.role, o.suspended_reason,
        coalesce(o.limit_create, plans.limit_create) as create, coalesce(o.limit_join, plans.limit_join) as join
      from sessions s join people p on p.id = s.person_id
        left join members m on m.person_id = p.id and m.organisation_id = ${organisationId}
        left join organisations o on o.id = m.organisation_id
        left join plans on plans.name = o.plan
      where s.token = ${token} and s.expires_at > now()`.execute(database);
    return rows[0];
  },

  list: (personId: string): Promise<SessionRow[]> =>
    database
      .selectFrom('sessions')
      .select(['id', 'address', 'user_agent', 'created_at', 'expires_at'])
      .where('person_id', '=', personId)
      .where('expires_at', '>', sql<Date>`now()`)
      .orderBy('id', 'desc')
      .execute(),

  /** Ends one session of the person; false when they have no such session. */
  end: async (personId: string, sessionId: string): Promise<boolean> => {
    const { numDeletedRows } = await database
      .deleteFrom('sessions')
      .where('person_id', '=', personId)
      .where('id', '=', sessionId)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  },

  endAll: async (personId: string): Promise<void> => {
    await database.deleteFrom('sessions').where('person_id', '=', personId).execute();
  },

  /** Removes up to `most` sessions that have ended by themselves. */
  forget: async (most: number): Promise<number> => {
    const { rows } = await sql`
      delete from sessions where id in (select id from sessions where expires_at < now() limit ${most} for update skip locked)
      returning id`.execute(database);
    return rows.length;
  },

  /** Removes up to `most` steps of sign-ins that nobody went on with. */
  forgetSteps: async (most: number): Promise<number> => {
    const { rows } = await sql`
      delete from sign_in_steps where id in
        (select id from sign_in_steps where expires_at < now() limit ${most} for update skip locked)
      returning id`.execute(database);
    return rows.length;
  },
});

export type SessionStore = ReturnType<typeof sessionStore>;
