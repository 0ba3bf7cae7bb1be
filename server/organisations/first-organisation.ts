import type { CreateKey } from './create-key.ts';
import type { CreateOrganisation } from './create-organisation.ts';
import type { OrganisationStore } from './organisation-store.ts';

/** On an installation without organisations: makes one with a key, so that somebody who tries Hall can begin. */
export const firstOrganisation = async (
  organisations: OrganisationStore,
  createOrganisation: CreateOrganisation,
  createKey: CreateKey,
): Promise<{ name: string; key: string } | undefined> => {
  if (!(await organisations.isEmpty())) return undefined;
  const organisation = await createOrganisation({ name: 'First organisation', plan: 'pro' });
  const { key } = await createKey(organisation.id, 'first key');
  return { name: organisation.name, key };
};
