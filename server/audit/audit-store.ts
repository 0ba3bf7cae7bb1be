import type { Database } from '../database/tables.ts';

export type AuditRow = {
  id: string;
  organisation_id: string | null;
  person_id: string;
  person_email: string;
  action: string;
  target: string;
  details: Record<string, unknown>;
  address: string;
  created_at: Date;
};

/** Undefined fields leave all in; `from` is the first moment, `until` the first one after. */
export type AuditFilter = {
  action: string | undefined;
  personId: string | undefined;
  from: Date | undefined;
  until: Date | undefined;
  beforeId: string | undefined;
};

/** The table audit_log. The database refuses to change what is in it. */
export const auditStore = (database: Database) => ({
  append: async (
    row: Omit<AuditRow, 'created_at' | 'details'> & { details: Record<string, unknown> },
  ): Promise<void> => {
    await database
      .insertInto('audit_log')
      .values({ ...row, details: JSON.stringify(row.details) })
      .execute();
  },

  /** Newest first. Null for what concerns the installation. */
  list: (organisationId: string | null, filter: AuditFilter, most: number): Promise<AuditRow[]> => {
    let query = database.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(most);
    query =
      organisationId === null
        ? query.where('organisation_id', 'is', null)
        : query.where('organisation_id', '=', organisationId);
    if (filter.action !== undefined) query = query.where('action', '=', filter.action);
    if (filter.personId !== undefined) query = query.where('person_id', '=', filter.personId);
    if (filter.from !== undefined) query = query.where('created_at', '>=', filter.from);
    if (filter.until !== undefined) query = query.where('created_at', '<', filter.until);
    if (filter.beforeId !== undefined) query = query.where('id', '<', filter.beforeId);
    return query.execute();
  },
});

export type AuditStore = ReturnType<typeof auditStore>;
