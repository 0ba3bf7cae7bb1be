import { sql } from 'kysely';
import type { Database, MemberRole } from '../database/tables.ts';

export type PersonRow = {
  id: string;
  name: string;
  email: string;
  is_operator: boolean;
  two_factor_enabled: boolean;
};

export type MembershipRow = {
  id: string;
  name: string;
  role: MemberRole;
  suspended_reason: string | null;
};

const columns = ['id', 'name', 'email', 'is_operator', 'two_factor_enabled'] as const;

/** The tables people and credentials, and what a person is a member of. */
export const personStore = (database: Database) => ({
  find: (personId: string): Promise<PersonRow | undefined> =>
    database.selectFrom('people').select(columns).where('id', '=', personId).executeTakeFirst(),

  findByEmail: (email: string): Promise<PersonRow | undefined> =>
    database.selectFrom('people').select(columns).where('email', '=', email).executeTakeFirst(),

  /** Newest first; only those in whose address `part` occurs, if it is given. */
  page: (part: string | undefined, beforeId: string | undefined, most: number): Promise<PersonRow[]> => {
    let query = database.selectFrom('people').select(columns).orderBy('id', 'desc').limit(most);
    if (part !== undefined) query = query.where(sql<boolean>`strpos(email, ${part}) > 0`);
    if (beforeId !== undefined) query = query.where('id', '<', beforeId);
    return query.execute();
  },

  hasOperator: async (): Promise<boolean> => {
    const { rows } = await sql<{
      there: boolean;
    }>`select exists (select from people where is_operator) as there`.execute(database);
    return rows[0]?.there ?? false;
  },

  insert: async (person: { id: string; name: string; email: string; is_operator: boolean }): Promise<void> => {
    // Whoever had the link has the mailbox that it was sent to, or the operator's word.
    await database
      .insertInto('people')
      .values({ ...person, email_verified: true, image: null })
      .execute();
  },

  rename: async (personId: string, name: string): Promise<void> => {
    await database.updateTable('people').set({ name }).where('id', '=', personId).execute();
  },

  makeOperator: async (personId: string): Promise<void> => {
    await database.updateTable('people').set({ is_operator: true }).where('id', '=', personId).execute();
  },

  /** Sets the password's hash, whether there was one or not. */
  setPassword: async (personId: string, credentialId: string, password: string): Promise<void> => {
    await database
      .insertInto('credentials')
      .values({ id: credentialId, person_id: personId, provider_id: 'credential', account_id: personId, password })
      .onConflict((conflict) => conflict.columns(['provider_id', 'account_id']).doUpdateSet({ password }))
      .execute();
  },

  removeSecondFactor: async (personId: string): Promise<void> => {
    await database.deleteFrom('two_factors').where('person_id', '=', personId).execute();
    await database.updateTable('people').set({ two_factor_enabled: false }).where('id', '=', personId).execute();
  },

  memberships: (personId: string): Promise<MembershipRow[]> =>
    database
      .selectFrom('members')
      .innerJoin('organisations', 'organisations.id', 'members.organisation_id')
      .select(['organisations.id', 'organisations.name', 'members.role', 'organisations.suspended_reason'])
      .where('members.person_id', '=', personId)
      .orderBy('organisations.name')
      .orderBy('organisations.id')
      .execute(),
});

export type PersonStore = ReturnType<typeof personStore>;
