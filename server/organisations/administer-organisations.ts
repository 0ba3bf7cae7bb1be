import type { Static } from 'typebox';
import type { Actor, Audited } from '../audit/audited.ts';
import { type Paged, readPage } from '../cursor.ts';
import type { Database } from '../database/tables.ts';
import { HallError } from '../errors.ts';
import { createOrganisation } from './create-organisation.ts';
import {
  type AdministeredRow,
  type OrganisationStore,
  type OwnLimits,
  organisationStore,
} from './organisation-store.ts';
import { planStore } from './plan-store.ts';
import { type AdministeredOrganisation, presentAdministered } from './present-limits.ts';

type Shown = Static<typeof AdministeredOrganisation>;
export type OrganisationFilter = { name?: string; limit?: number; cursor?: string };
export type ListOrganisations = (filter: OrganisationFilter) => Promise<Paged<Shown>>;
export type AdministeredChange = Partial<OwnLimits & { name: string; plan: string }>;

/** What operators do to organisations. Each act is written down where the organisation's own admins read it. */
export type AdministerOrganisations = {
  create(by: Actor, wish: { name: string; plan: string }): Promise<Shown>;
  change(by: Actor, organisationId: string, change: AdministeredChange): Promise<Shown>;
  /** Keys, dashboard and halls' pages refuse within a second. Halls that are open stay so for those inside. */
  suspend(by: Actor, organisationId: string, reason: string): Promise<Shown>;
  resume(by: Actor, organisationId: string): Promise<Shown>;
};

export const listOrganisations =
  (organisations: OrganisationStore): ListOrganisations =>
  ({ name, ...page }) =>
    readPage('org', page, (beforeId, most) => organisations.page(name, beforeId, most), presentAdministered);

const assertPlan = async (database: Database, name: string | undefined): Promise<void> => {
  if (name !== undefined && (await planStore(database).find(name)) === undefined) throw new HallError('plan_not_found');
};

const shown = async (database: Database, organisationId: string): Promise<Shown> => {
  const row: AdministeredRow | undefined = await organisationStore(database).administered(organisationId);
  if (row === undefined) throw new HallError('organisation_not_found');
  return presentAdministered(row);
};

export const administerOrganisations = (audited: Audited): AdministerOrganisations => ({
  create: (by, wish) =>
    audited(async (database, note) => {
      await assertPlan(database, wish.plan);
      const { id } = await createOrganisation(organisationStore(database))(wish);
      await note({ ...by, organisationId: id }, { action: 'createOrganisation', target: id, details: wish });
      return shown(database, id);
    }),

  change: (by, organisationId, change) =>
    audited(async (database, note) => {
      await assertPlan(database, change.plan);
      const before = await shown(database, organisationId);
      if (Object.keys(change).length === 0) return before;
      await organisationStore(database).update(organisationId, change);
      await note({ ...by, organisationId }, { action: 'changeOrganisation', target: organisationId, details: change });
      return shown(database, organisationId);
    }),

  suspend: (by, organisationId, reason) =>
    audited(async (database, note) => {
      await organisationStore(database).suspend(organisationId, reason);
      const suspended = await shown(database, organisationId);
      const deed = { action: 'suspendOrganisation', target: organisationId, details: { reason } };
      await note({ ...by, organisationId }, deed);
      return suspended;
    }),

  resume: (by, organisationId) =>
    audited(async (database, note) => {
      await organisationStore(database).resume(organisationId);
      const resumed = await shown(database, organisationId);
      await note({ ...by, organisationId }, { action: 'resumeOrganisation', target: organisationId });
      return resumed;
    }),
});
