import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';

/** An organisation's own limits; null where the plan's holds. */
export type OwnLimits = {
  max_concurrent_halls: number | null;
  limit_requests: number | null;
  limit_create: number | null;
  limit_join: number | null;
};

/** How an organisation shows itself to the people in its halls. */
export type Brand = {
  /** An https address. */
  logo_url: string | null;
  /** `#rrggbb` in lower case. */
  colour: string | null;
};

export type OrganisationRow = OwnLimits & {
  id: string;
  name: string;
  plan: string;
  open_halls: number;
  created_at: Date;
};

/** An organisation with the limits that apply: its own, else its plan's. */
export type EffectiveRow = Brand & {
  id: string;
  name: string;
  plan: string;
  open_halls: number;
  created_at: Date;
  max_concurrent_halls: number;
  max_participants_per_hall: number;
  max_duration_seconds: number;
  limit_requests: number;
  limit_create: number;
  limit_join: number;
  has_storage: boolean;
};

/** An organisation as its operator sees it: with the limits that are its own. */
export type AdministeredRow = OrganisationRow & {
  suspended_at: Date | null;
  suspended_reason: string | null;
  members: number;
};

const columns = [
  'id',
  'name',
  'plan',
  'max_concurrent_halls',
  'limit_requests',
  'limit_create',
  'limit_join',
  'open_halls',
  'created_at',
] as const;

/** The table organisations. */
export const organisationStore = (database: Database) => {
  const effective = database
    .selectFrom('organisations')
    .innerJoin('plans', 'plans.name', 'organisations.plan')
    .select(({ fn, ref }) => [
      'organisations.id',
      'organisations.name',
      'organisations.plan',
      'organisations.open_halls',
      'organisations.logo_url',
      'organisations.colour',
      'organisations.created_at',
      fn
        .coalesce(ref('organisations.max_concurrent_halls'), ref('plans.max_concurrent_halls'))
        .as('max_concurrent_halls'),
      'plans.max_participants_per_hall',
      'plans.max_duration_seconds',
      fn.coalesce(ref('organisations.limit_requests'), ref('plans.limit_requests')).as('limit_requests'),
      fn.coalesce(ref('organisations.limit_create'), ref('plans.limit_create')).as('limit_create'),
      fn.coalesce(ref('organisations.limit_join'), ref('plans.limit_join')).as('limit_join'),
      sql<boolean>`exists (select from storage_settings s where s.organisation_id = organisations.id)`.as(
        'has_storage',
      ),
    ]);

  const administered = database
    .selectFrom('organisations')
    .select([...columns, 'suspended_at', 'suspended_reason'])
    .select(
      sql<number>`(select count(*)::integer from members where members.organisation_id = organisations.id)`.as(
        'members',
      ),
    );

  return {
    administered: (organisationId: string): Promise<AdministeredRow | undefined> =>
      administered.where('id', '=', organisationId).executeTakeFirst(),

    /** Newest first; only those in whose name `part` occurs, if it is given. */
    page: (part: string | undefined, beforeId: string | undefined, most: number): Promise<AdministeredRow[]> => {
      let query = administered.orderBy('id', 'desc').limit(most);
      if (part !== undefined) query = query.where(sql<boolean>`strpos(lower(name), lower(${part})) > 0`);
      if (beforeId !== undefined) query = query.where('id', '<', beforeId);
      return query.execute();
    },

    suspend: async (organisationId: string, reason: string): Promise<void> => {
      await database
        .updateTable('organisations')
        .set({ suspended_at: sql<Date>`coalesce(suspended_at, now())`, suspended_reason: reason })
        .where('id', '=', organisationId)
        .execute();
    },

    resume: async (organisationId: string): Promise<void> => {
      await database
        .updateTable('organisations')
        .set({ suspended_at: null, suspended_reason: null })
        .where('id', '=', organisationId)
        .execute();
    },

    find: (organisationId: string): Promise<EffectiveRow | undefined> =>
      effective.where('organisations.id', '=', organisationId).executeTakeFirst(),

    list: (): Promise<EffectiveRow[]> => effective.orderBy('organisations.id').execute(),

    insert: (organisation: { id: string; name: string; plan: string }): Promise<OrganisationRow> =>
      database.insertInto('organisations').values(organisation).returning(columns).executeTakeFirstOrThrow(),

    /** Changes what is given and leaves the rest; undefined when there is no such organisation. */
    update: (
      organisationId: string,
      change: Partial<OwnLimits & Brand & { name: string; plan: string }>,
    ): Promise<OrganisationRow | undefined> =>
      database
        .updateTable('organisations')
        .set(change)
        .where('id', '=', organisationId)
        .returning(columns)
        .executeTakeFirst(),

    isEmpty: async (): Promise<boolean> => {
      const { rows } = await sql<{ empty: boolean }>`select not exists (select from organisations) as empty`.execute(
        database,
      );
      return rows[0]?.empty ?? true;
    },
  };
};

export type OrganisationStore = ReturnType<typeof organisationStore>;
