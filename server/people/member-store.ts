import { sql } from 'kysely';
import type { Database, MemberRole } from '../database/tables.ts';

export type MemberRow = {
  id: string;
  name: string;
  email: string;
  role: MemberRole;
  two_factor_enabled: boolean;
  created_at: Date;
  last_sign_in_at: Date | null;
};

/** The table members. */
export const memberStore = (database: Database) => {
  const members = (organisationId: string) =>
    database
      .selectFrom('members')
      .innerJoin('people', 'people.id', 'members.person_id')
      .select([
        'people.id',
        'people.name',
        'people.email',
        'people.two_factor_enabled',
        'members.role',
        'members.created_at',
        sql<Date | null>`(select max(created_at) from sessions where sessions.person_id = people.id)`.as(
          'last_sign_in_at',
        ),
      ])
      .where('members.organisation_id', '=', organisationId);

  return {
    list: (organisationId: string, afterId: string | undefined, most: number): Promise<MemberRow[]> => {
      const query = members(organisationId).orderBy('people.id', 'desc').limit(most);
      return (afterId === undefined ? query : query.where('people.id', '<', afterId)).execute();
    },

    find: (organisationId: string, personId: string): Promise<MemberRow | undefined> =>
      members(organisationId).where('people.id', '=', personId).executeTakeFirst(),

    /** How the organisation that somebody becomes a member of is called. */
    organisationName: async (organisationId: string): Promise<string | undefined> => {
      const row = await database
        .selectFrom('organisations')
        .select('name')
        .where('id', '=', organisationId)
        .executeTakeFirst();
      return row?.name;
    },

    oldestOrganisationOfNobody: async (): Promise<string | undefined> => {
      const { rows } = await sql<{ id: string }>`
        select id from organisations
        where not exists (select from members where members.organisation_id = organisations.id)
        order by id limit 1`.execute(database);
      return rows[0]?.id;
    },

    /** The owners' ids, held until the transaction ends: of two owners who leave at once, one stays. */
    lockOwners: async (organisationId: string): Promise<string[]> => {
      const rows = await database
        .selectFrom('members')
        .select('person_id')
        .where('organisation_id', '=', organisationId)
        .where('role', '=', 'owner')
        .orderBy('person_id')
        .forUpdate()
        .execute();
      return rows.map((row) => row.person_id);
    },

    /** False when the person is a member already. */
    insert: async (organisationId: string, personId: string, role: MemberRole): Promise<boolean> => {
      const { numInsertedOrUpdatedRows = 0n } = await database
        .insertInto('members')
        .values({ organisation_id: organisationId, person_id: personId, role })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows > 0n;
    },

    setRole: async (organisationId: string, personId: string, role: MemberRole): Promise<void> => {
      await database
        .updateTable('members')
        .set({ role })
        .where('organisation_id', '=', organisationId)
        .where('person_id', '=', personId)
        .execute();
    },

    remove: async (organisationId: string, personId: string): Promise<void> => {
      await database
        .deleteFrom('members')
        .where('organisation_id', '=', organisationId)
        .where('person_id', '=', personId)
        .execute();
    },
  };
};

export type MemberStore = ReturnType<typeof memberStore>;
