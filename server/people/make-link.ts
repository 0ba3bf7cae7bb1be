import { createHash, randomBytes } from 'node:crypto';
import type { Database, LinkKind } from '../database/tables.ts';
import { newId } from '../ids.ts';
import { linkStore, type NewLink } from './link-store.ts';

/** How long each kind of link can be used, in seconds: a set-up link for a day, an invitation for a week, a new password for an hour. */
const lifetimes: Readonly<Record<LinkKind, number>> = { set_up: 86_400, invitation: 7 * 86_400, reset: 3_600 };

export type MadeLink = { id: string; url: string; expiresAt: Date };

/** What the database keeps of a link's secret. It has 256 random bits, so a slow hash would add nothing. */
export const linkHash = (secret: string): Buffer => createHash('sha256').update(secret).digest();

type Wish = Partial<Omit<NewLink, 'id' | 'kind' | 'hash'>> & { kind: LinkKind };

/** A new link. Its secret is in the address given here and nowhere else; in the fragment, which no server's log sees. */
export const makeLink = async (database: Database, baseUrl: string, wish: Wish): Promise<MadeLink> => {
  const secret = randomBytes(32).toString('base64url');
  const id = newId('link');
  const nothing = { organisation_id: null, role: null, email: null, person_id: null, created_by: null };
  const expiresAt = await linkStore(database).insert(
    { ...nothing, ...wish, id, hash: linkHash(secret) },
    lifetimes[wish.kind],
  );
  return { id, url: `${baseUrl}/dashboard/link#${secret}`, expiresAt };
};
