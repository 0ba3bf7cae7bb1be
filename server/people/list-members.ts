import { type Static, Type } from 'typebox';
import { type Paged, readPage } from '../cursor.ts';
import { Nullable, Time } from '../schemas.ts';
import type { LinkStore } from './link-store.ts';
import type { MemberRow, MemberStore } from './member-store.ts';
import { RoleOfMember } from './present-person.ts';

export const Member = Type.Object({
  id: Type.String({ examples: ['person_01k9zq3v5c8r2m7d4t6w0x1y2z'] }),
  name: Type.String(),
  email: Type.String(),
  role: RoleOfMember,
  second_factor: Type.Boolean(),
  created_at: Time('Since when they are a member.'),
  last_sign_in_at: Nullable(Time('When their newest session began; null when they have none.')),
});

export const OpenInvitation = Type.Object({
  id: Type.String({ examples: ['link_01k9zq3v5c8r2m7d4t6w0x1y2z'] }),
  email: Type.String(),
  role: RoleOfMember,
  created_at: Time('When it was made.'),
  expires_at: Time('When it can no longer be accepted.'),
});

type PageWish = { limit?: number; cursor?: string };
export type ListMembers = (organisationId: string, page: PageWish) => Promise<Paged<Static<typeof Member>>>;
export type ListInvitations = (organisationId: string, page: PageWish) => Promise<Paged<Static<typeof OpenInvitation>>>;

export const presentMember = (row: MemberRow): Static<typeof Member> => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  second_factor: row.two_factor_enabled,
  created_at: row.created_at.toISOString(),
  last_sign_in_at: row.last_sign_in_at?.toISOString() ?? null,
});

/** Newest account first. */
export const listMembers =
  (members: MemberStore): ListMembers =>
  (organisationId, page) =>
    readPage('person', page, (beforeId, most) => members.list(organisationId, beforeId, most), presentMember);

/** Invitations that nobody has accepted yet, newest first. */
export const listInvitations =
  (links: LinkStore): ListInvitations =>
  (organisationId, page) =>
    readPage(
      'link',
      page,
      (beforeId, most) => links.invitations(organisationId, beforeId, most),
      (row) => ({
        id: row.id,
        email: row.email ?? '',
        role: row.role ?? 'viewer',
        created_at: row.created_at.toISOString(),
        expires_at: row.expires_at.toISOString(),
      }),
    );
