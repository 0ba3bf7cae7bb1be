import { HallError } from '../errors.ts';
import type { OrganisationStore } from './organisation-store.ts';
import { presentOrganisation } from './present-organisation.ts';

export type GetOrganisation = (organisationId: string) => Promise<ReturnType<typeof presentOrganisation>>;

/** The organisation with the limits that apply to it now. */
export const getOrganisation =
  (organisations: OrganisationStore): GetOrganisation =>
  async (organisationId) => {
    const row = await organisations.find(organisationId);
    // Its key was good a moment ago: it was removed in between.
    if (row === undefined) throw new HallError('key_invalid');
    return presentOrganisation(row);
  };
