import { newId } from '../ids.ts';
import type { OrganisationRow, OrganisationStore } from './organisation-store.ts';

export type CreateOrganisation = (wish: { name: string; plan: string }) => Promise<OrganisationRow>;

/** A new organisation on a plan that exists; the database refuses another. */
export const createOrganisation =
  (organisations: OrganisationStore): CreateOrganisation =>
  ({ name, plan }) =>
    organisations.insert({ id: newId('org'), name, plan });
