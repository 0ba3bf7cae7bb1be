import { HallError } from '../errors.ts';
import type { LinkStore } from './link-store.ts';
import { linkHash } from './make-link.ts';
import type { PersonStore } from './person-store.ts';

export type OpenedLink = {
  kind: 'set_up' | 'invitation' | 'reset';
  email: string | null;
  organisation_name: string | null;
  role: 'owner' | 'admin' | 'developer' | 'viewer' | null;
  has_account: boolean;
  expires_at: string;
};

export type OpenLink = (secret: string) => Promise<OpenedLink>;

/** What a link is for, without using it up. */
export const openLink =
  (links: LinkStore, people: PersonStore): OpenLink =>
  async (secret) => {
    const link = await links.findByHash(linkHash(secret));
    if (link === undefined) throw new HallError('link_not_found');
    const { kind, email, organisation_name, role, expires_at } = link;
    const account = link.person_id === null ? undefined : await people.find(link.person_id);
    const address = email ?? account?.email ?? null;
    const known = kind === 'invitation' && address !== null ? await people.findByEmail(address) : account;
    return {
      kind,
      email: address,
      organisation_name,
      role,
      has_account: known !== undefined,
      expires_at: expires_at.toISOString(),
    };
  };
