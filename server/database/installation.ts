import type { Database } from './tables.ts';

/** Marks this installation's rooms on a media server that it may share with others. */
export const installationId = async (database: Database): Promise<string> => {
  const row = await database.selectFrom('installation').select('id').executeTakeFirstOrThrow();
  return row.id;
};
