import type { Database } from '../database/tables.ts';

export type PasskeyRow = { id: string; name: string | null; created_at: Date };

/** The table passkeys. */
export const passkeyStore = (database: Database) => ({
  list: (personId: string): Promise<PasskeyRow[]> =>
    database
      .selectFrom('passkeys')
      .select(['id', 'name', 'created_at'])
      .where('person_id', '=', personId)
      .orderBy('id')
      .execute(),

  /** False when the person has no such passkey. */
  remove: async (personId: string, passkeyId: string): Promise<boolean> => {
    const { numDeletedRows } = await database
      .deleteFrom('passkeys')
      .where('person_id', '=', personId)
      .where('id', '=', passkeyId)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  },
});

export type PasskeyStore = ReturnType<typeof passkeyStore>;
