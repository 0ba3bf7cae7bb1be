import type { Database } from '../database/tables.ts';
import { linkStore } from './link-store.ts';
import { type MadeLink, makeLink } from './make-link.ts';
import { memberStore } from './member-store.ts';
import { personStore } from './person-store.ts';

/** A new link that makes its holder the installation's operator, and owner of the organisation if one is named. Earlier ones end. */
export const setUpLink = async (database: Database, baseUrl: string, organisationId?: string): Promise<MadeLink> => {
  await linkStore(database).withdrawFor('set_up', {});
  return makeLink(database, baseUrl, {
    kind: 'set_up',
    ...(organisationId === undefined ? {} : { organisation_id: organisationId, role: 'owner' }),
  });
};

/**
 * On an installation without an operator: the link for the first one, who becomes owner of the oldest organisation that has
 * nobody yet, if there is one. Undefined when there is an operator.
 */
export const firstSetUpLink = async (database: Database, baseUrl: string): Promise<MadeLink | undefined> => {
  if (await personStore(database).hasOperator()) return undefined;
  return setUpLink(database, baseUrl, await memberStore(database).oldestOrganisationOfNobody());
};
