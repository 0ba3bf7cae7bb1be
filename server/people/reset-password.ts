import type { Actor, Audited } from '../audit/audited.ts';
import type { Database } from '../database/tables.ts';
import { HallError } from '../errors.ts';
import type { CountAttempt } from './count-attempt.ts';
import { linkStore } from './link-store.ts';
import { type MadeLink, makeLink } from './make-link.ts';
import { memberStore } from './member-store.ts';
import { type PersonRow, personStore } from './person-store.ts';
import type { SendMail } from './send-mail.ts';
import type { Visit } from './visit.ts';

export type RequestReset = (visit: Visit, email: string) => Promise<void>;
export type MakeResetLink = (by: Actor, personId: string) => Promise<MadeLink>;

const resetLink = async (
  database: Database,
  baseUrl: string,
  person: PersonRow,
  by: string | null,
): Promise<MadeLink> => {
  await linkStore(database).withdrawFor('reset', { person_id: person.id });
  return makeLink(database, baseUrl, { kind: 'reset', person_id: person.id, created_by: by });
};

/** Mails a link to choose a new password, if anybody has this address. The answer and its time do not tell whether. */
export const requestReset =
  (parts: {
    database: Database;
    baseUrl: string;
    count: CountAttempt;
    sendMail: SendMail | undefined;
    onError: (error: unknown) => void;
  }): RequestReset =>
  async (visit, given) => {
    const { database, sendMail } = parts;
    if (sendMail === undefined) throw new HallError('mail_not_configured');
    const email = given.toLowerCase();
    await parts.count(visit.address, email);
    const mail = async (): Promise<void> => {
      const person = await personStore(database).findByEmail(email);
      if (person === undefined) return;
      const { url } = await resetLink(database, parts.baseUrl, person, null);
      const text = `Choose a new password with this link, within an hour and once:\n\n${url}\n\nIf you did not ask for it, do nothing.\n`;
      await sendMail({ to: email, subject: 'A new password for Hall', text });
    };
    void mail().catch(parts.onError);
  };

/** An owner makes a link for a member who has no other organisation; with others, they would decide about those too. */
export const makeMemberResetLink =
  (audited: Audited, baseUrl: string): MakeResetLink =>
  (by, personId) =>
    audited(async (database, note) => {
      const member = await memberStore(database).find(by.organisationId ?? '', personId);
      const person = member && (await personStore(database).find(personId));
      if (person === undefined) throw new HallError('member_not_found');
      const memberships = await personStore(database).memberships(personId);
      if (person.is_operator || memberships.length > 1) throw new HallError('belongs_elsewhere');
      const link = await resetLink(database, baseUrl, person, by.personId);
      await note(by, { action: 'createResetLink', target: personId, details: { email: person.email } });
      return link;
    });

/** The operator makes one for anybody. */
export const makePersonResetLink =
  (audited: Audited, baseUrl: string): MakeResetLink =>
  (by, personId) =>
    audited(async (database, note) => {
      const person = await personStore(database).find(personId);
      if (person === undefined) throw new HallError('person_not_found');
      const link = await resetLink(database, baseUrl, person, by.personId);
      await note(by, { action: 'createPersonResetLink', target: personId, details: { email: person.email } });
      return link;
    });
