import type { Actor, Audited } from '../audit/audited.ts';
import type { Database } from '../database/tables.ts';
import { HallError } from '../errors.ts';
import type { LinkRow } from './link-store.ts';
import { memberStore } from './member-store.ts';
import { personStore } from './person-store.ts';
import { takeLink } from './redeem-link.ts';

export type AcceptInvitation = (by: Actor, secret: string) => Promise<void>;

const becomeMember = async (database: Database, personId: string, link: LinkRow): Promise<void> => {
  if (link.organisation_id === null || link.role === null) return;
  const isNew = await memberStore(database).insert(link.organisation_id, personId, link.role);
  if (!isNew && link.kind === 'invitation') throw new HallError('member_already');
};

/** Somebody who is signed in uses an invitation, or a set-up link, for the account that they have. */
export const acceptInvitation =
  (audited: Audited): AcceptInvitation =>
  (by, secret) =>
    audited(async (database, note) => {
      const link = await takeLink(database, secret);
      if (link.kind === 'reset') throw new HallError('link_not_found');
      if (link.email !== null && link.email !== by.email) throw new HallError('link_for_another');
      if (link.kind === 'set_up') await personStore(database).makeOperator(by.personId);
      await becomeMember(database, by.personId, link);
      const details = link.role === null ? {} : { role: link.role };
      const action = link.kind === 'set_up' ? 'setUp' : 'acceptInvitation';
      await note({ ...by, organisationId: link.organisation_id }, { action, target: by.personId, details });
    });
