import type pg from 'pg';
import { newId } from '../server/ids.ts';
import { hashKey, keyHint, makeKey } from '../server/organisations/api-key.ts';

export type Tenant = { readonly organisationId: string; readonly key: string };

/** So many that the limits, which are on and those of the plan, are never in the way. */
const howMany = 10_000;

/** Inserts organisations on the largest plan, each with a key whose plain text is kept for the requests. */
export const insertTenants = async (pool: pg.Pool): Promise<readonly Tenant[]> => {
  const tenants = Array.from({ length: howMany }, () => ({ organisationId: newId('org'), key: makeKey() }));
  const organisationIds = tenants.map((tenant) => tenant.organisationId);
  await pool.query(
    `insert into organisations (id, name, plan) select id, 'Bench', 'enterprise' from unnest($1::text[]) as given (id)`,
    [organisationIds],
  );
  await pool.query(
    `insert into keys (id, organisation_id, name, hash, hint)
     select id, organisation_id, 'bench', hash, hint
     from unnest($1::text[], $2::text[], $3::bytea[], $4::text[]) as given (id, organisation_id, hash, hint)`,
    [
      tenants.map(() => newId('key')),
      organisationIds,
      tenants.map(({ key }) => hashKey(key)),
      tenants.map(({ key }) => keyHint(key)),
    ],
  );
  await pool.query('analyze');
  return tenants;
};
