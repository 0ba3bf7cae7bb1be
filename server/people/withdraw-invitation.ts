import type { Actor, Audited } from '../audit/audited.ts';
import { HallError } from '../errors.ts';
import { linkStore } from './link-store.ts';

export type WithdrawInvitation = (by: Actor, organisationId: string, invitationId: string) => Promise<void>;

export const withdrawInvitation =
  (audited: Audited): WithdrawInvitation =>
  (by, organisationId, invitationId) =>
    audited(async (database, note) => {
      const email = await linkStore(database).withdraw(organisationId, invitationId);
      if (email === undefined) throw new HallError('invitation_not_found');
      await note(by, { action: 'deleteInvitation', target: invitationId, details: { email } });
    });
