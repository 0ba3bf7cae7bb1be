import type { Database } from '../database/tables.ts';
import { linkStore } from './link-store.ts';
import { type MadeLink, makeLink } from './make-link.ts';
import { personStore } from './person-store.ts';

/** A new link that makes its holder the installation's operator, and owner of the organisation if one is named. Earlier ones end. */
export const setUpLink = async (database: Database, baseUrl: string, organisationId?: string): Promise<MadeLink> => {
  await linkStore(database).withdrawFor('set_up', {});
  return makeLink(database, baseUrl, {
    kind: 'set_up',
    ...(organisationId === undefined ? {} : { organisation_id: organisationId, role: 'owner' }),
  });
};

/** On an installation without an operator: the link for the first one. Undefined when there is one. */
export const firstSetUpLink = async (
  database: Database,
  baseUrl: string,
  organisationId?: string,
): Promise<MadeLink | undefined> =>
  (await personStore(database).hasOperator()) ? undefined : setUpLink(database, baseUrl, organisationId);
