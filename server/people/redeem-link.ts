import type { Audited } from '../audit/audited.ts';
import type { Database } from '../database/tables.ts';
import { HallError } from '../errors.ts';
import { newId } from '../ids.ts';
import type { CountAttempt } from './count-attempt.ts';
import { type LinkRow, linkStore } from './link-store.ts';
import { linkHash } from './make-link.ts';
import { memberStore } from './member-store.ts';
import { hashPassword } from './password.ts';
import { type PersonRow, personStore } from './person-store.ts';
import { sessionStore } from './session-store.ts';
import type { SignedIn, SignIn } from './sign-in.ts';
import type { Visit } from './visit.ts';

/** `email` and `name` are for a new account; an invitation has its own address. */
export type LinkRedemption = { secret: string; password: string; name?: string; email?: string };
export type RedeemLink = (visit: Visit, use: LinkRedemption) => Promise<SignedIn>;

/** Takes the link in this transaction; a second one who comes with it finds nothing. */
export const takeLink = async (database: Database, secret: string): Promise<LinkRow> => {
  const links = linkStore(database);
  const hash = linkHash(secret);
  const link = await links.findByHash(hash);
  if (link === undefined || (await links.take(hash)) === undefined) throw new HallError('link_not_found');
  return link;
};

const newAccount = async (database: Database, link: LinkRow, use: LinkRedemption): Promise<PersonRow> => {
  const people = personStore(database);
  const email = (link.email ?? use.email)?.toLowerCase();
  if (email === undefined || use.name === undefined)
    throw new HallError('malformed_request', { values: { fault: 'a new account needs a name and an e-mail address' } });
  if ((await people.findByEmail(email)) !== undefined) throw new HallError('sign_in_first');
  const person = { id: newId('person'), name: use.name, email, is_operator: link.kind === 'set_up' };
  await people.insert(person);
  if (link.organisation_id !== null && link.role !== null)
    await memberStore(database).insert(link.organisation_id, person.id, link.role);
  return { ...person, two_factor_enabled: false };
};

const ownAccount = async (database: Database, link: LinkRow): Promise<PersonRow> => {
  const person = link.person_id === null ? undefined : await personStore(database).find(link.person_id);
  if (person === undefined) throw new HallError('link_not_found');
  // Whoever knew the old password is out.
  await sessionStore(database).endAll(person.id);
  return person;
};

const actions = { set_up: 'setUp', invitation: 'acceptInvitation', reset: 'resetPassword' } as const;

/** Uses a link up by choosing a password: makes the account that it is for, or gives an account its new password. Then signs in. */
export const redeemLink =
  (parts: { audited: Audited; signIn: SignIn; count: CountAttempt }): RedeemLink =>
  async (visit, use) => {
    await parts.count(visit.address);
    // Before the transaction, for it takes its time.
    const hash = await hashPassword(use.password);
    const person = await parts.audited(async (database, note) => {
      const link = await takeLink(database, use.secret);
      const account = link.kind === 'reset' ? await ownAccount(database, link) : await newAccount(database, link, use);
      await personStore(database).setPassword(account.id, newId('cred'), hash);
      await note(
        { personId: account.id, email: account.email, address: visit.address, organisationId: link.organisation_id },
        { action: actions[link.kind], target: account.id, details: link.role === null ? {} : { role: link.role } },
      );
      return account;
    });
    return parts.signIn(visit, person.email, use.password);
  };
