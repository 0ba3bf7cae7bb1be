import { sql } from 'kysely';
import type { Database } from './tables.ts';

/** The table leases: work that one instance at a time does. */
export const leaseStore = (database: Database) => ({
  /** Takes or renews the lease for `seconds`; false when another holds it. */
  take: async (name: string, holder: string, seconds: number): Promise<boolean> => {
    const { rows } = await sql`
      insert into leases as l (name, holder, until) values (${name}, ${holder}, now() + make_interval(secs => ${seconds}))
      on conflict (name) do update set holder = excluded.holder, until = excluded.until
      where l.holder = excluded.holder or l.until < now()
      returning true`.execute(database);
    return rows.length > 0;
  },

  giveUp: async (name: string, holder: string): Promise<void> => {
    await sql`delete from leases where name = ${name} and holder = ${holder}`.execute(database);
  },
});

export type LeaseStore = ReturnType<typeof leaseStore>;
