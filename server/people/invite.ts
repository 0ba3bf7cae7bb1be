import type { Actor, Audited } from '../audit/audited.ts';
import type { Database, MemberRole } from '../database/tables.ts';
import { HallError } from '../errors.ts';
import { linkStore } from './link-store.ts';
import { makeLink } from './make-link.ts';
import { memberStore } from './member-store.ts';
import { personStore } from './person-store.ts';
import type { SendMail } from './send-mail.ts';

export type Invitation = { id: string; url: string; expires_at: string; mailed: boolean };
export type Invite = (
  by: Actor,
  organisationId: string,
  wish: { email: string; role: MemberRole },
) => Promise<Invitation>;

const assertNoMember = async (database: Database, organisationId: string, email: string): Promise<void> => {
  const person = await personStore(database).findByEmail(email);
  const member = person && (await memberStore(database).find(organisationId, person.id));
  if (member !== undefined) throw new HallError('member_already');
};

/** Invites an address; an earlier invitation of it ends. By mail too, where Hall sends any. */
export const invite =
  (parts: { audited: Audited; baseUrl: string; sendMail: SendMail | undefined }): Invite =>
  async (by, organisationId, { email: given, role }) => {
    const email = given.toLowerCase();
    const { link, name } = await parts.audited(async (database, note) => {
      const called = await memberStore(database).organisationName(organisationId);
      if (called === undefined) throw new HallError('organisation_not_found');
      await assertNoMember(database, organisationId, email);
      await linkStore(database).withdrawFor('invitation', { organisation_id: organisationId, email });
      const made = await makeLink(database, parts.baseUrl, {
        kind: 'invitation',
        organisation_id: organisationId,
        email,
        role,
        created_by: by.personId,
      });
      await note({ ...by, organisationId }, { action: 'createInvitation', target: made.id, details: { email, role } });
      return { link: made, name: called };
    });
    const mailed = await parts.sendMail?.({
      to: email,
      subject: `${by.email} invites you to ${name} on Hall`,
      text: `You are invited to ${name} as ${role}.\n\nOpen this link within a week; it works once:\n\n${link.url}\n`,
    });
    return { id: link.id, url: link.url, expires_at: link.expiresAt.toISOString(), mailed: mailed === true };
  };
