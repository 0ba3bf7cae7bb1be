import type { Database } from '../database/tables.ts';

export type Plan = {
  name: string;
  max_concurrent_halls: number;
  max_participants_per_hall: number;
  max_duration_seconds: number;
  limit_requests: number;
  limit_create: number;
  limit_join: number;
};

const columns = [
  'name',
  'max_concurrent_halls',
  'max_participants_per_hall',
  'max_duration_seconds',
  'limit_requests',
  'limit_create',
  'limit_join',
] as const;

/** The table plans. */
export const planStore = (database: Database) => ({
  list: (): Promise<Plan[]> =>
    database.selectFrom('plans').select(columns).orderBy('max_concurrent_halls').orderBy('name').execute(),

  find: (name: string): Promise<Plan | undefined> =>
    database.selectFrom('plans').select(columns).where('name', '=', name).executeTakeFirst(),

  /** Makes the plan or replaces all of its limits. */
  put: (plan: Plan): Promise<Plan> => {
    const { name, ...limits } = plan;
    return database
      .insertInto('plans')
      .values({ name, ...limits })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(limits))
      .returning(columns)
      .executeTakeFirstOrThrow();
  },
});

export type PlanStore = ReturnType<typeof planStore>;
