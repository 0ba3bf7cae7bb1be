import type { TestDatabase } from '../setup/hall.ts';

/** What the database says of an organisation's capacity, read in one snapshot. */
export type Books = {
  readonly counter: number;
  readonly opening: number;
  readonly open: number;
  readonly discarded: number;
};

export const booksOf = async (database: TestDatabase, organisationId: string): Promise<Books> => {
  const [row] = await database.query<Books>(
    `select o.open_halls as counter,
       count(*) filter (where h.status = 'opening')::integer as opening,
       count(*) filter (where h.status = 'open')::integer as open,
       count(*) filter (where h.status = 'discarded')::integer as discarded
     from organisations o left join halls h on h.organisation_id = o.id where o.id = $1 group by o.id`,
    [organisationId],
  );
  if (row === undefined) throw new Error(`no organisation ${organisationId}`);
  return row;
};

/** The ids of all halls that an organisation ever had a row for, whatever became of them. */
export const hallIds = async (database: TestDatabase, organisationId: string): Promise<string[]> =>
  (await database.query<{ id: string }>('select id from halls where organisation_id = $1', [organisationId])).map(
    (row) => row.id,
  );

/** As if the processes that were opening these halls had died a minute ago. */
export const makeStale = async (database: TestDatabase, organisationId: string): Promise<void> => {
  await database.query(
    `update halls set created_at = created_at - interval '1 minute' where organisation_id = $1 and status = 'opening'`,
    [organisationId],
  );
};

/** As if whoever holds the lease had not been heard of for long. */
export const endLease = async (database: TestDatabase, holder: string): Promise<void> => {
  await database.query(`update leases set until = now() - interval '1 second' where holder = $1`, [holder]);
};

/** As if the processes that were answering these requests had died long enough ago for a repeat to take over. */
export const endRequestLeases = async (database: TestDatabase, organisationId: string): Promise<void> => {
  await database.query(
    `update idempotent_requests set leased_until = now() - interval '1 second' where organisation_id = $1`,
    [organisationId],
  );
};
