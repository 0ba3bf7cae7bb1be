import type { Actor, Audited } from '../audit/audited.ts';
import { HallError } from '../errors.ts';
import { type Brand, organisationStore } from './organisation-store.ts';

export type OrganisationChange = Partial<Brand & { name: string }>;
export type ChangeOrganisation = (by: Actor, organisationId: string, change: OrganisationChange) => Promise<void>;

/** What an organisation's admins may change of it: its name, and how it shows itself in its halls. */
export const changeOrganisation =
  (audited: Audited): ChangeOrganisation =>
  (by, organisationId, change) =>
    audited(async (database, note) => {
      if (Object.keys(change).length === 0) return;
      const row = await organisationStore(database).update(organisationId, change);
      if (row === undefined) throw new HallError('organisation_not_found');
      await note(by, { action: 'updateOrganisation', target: organisationId, details: change });
    });
