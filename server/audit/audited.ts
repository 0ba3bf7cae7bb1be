import type { Kysely } from 'kysely';
import type { Database, Tables } from '../database/tables.ts';
import { newId } from '../ids.ts';
import { auditStore } from './audit-store.ts';

/** Who acts, for which organisation (null: the installation), and from which address. */
export type Actor = {
  readonly personId: string;
  readonly email: string;
  readonly address: string;
  readonly organisationId: string | null;
};

/** What was done to what; `details` is for people to read and holds no secrets. */
export type Deed = { readonly action: string; readonly target: string; readonly details?: Record<string, unknown> };

export type Note = (by: Actor, deed: Deed) => Promise<void>;

const noteIn =
  (database: Database): Note =>
  (by, { action, target, details = {} }) =>
    auditStore(database).append({
      id: newId('audit'),
      organisation_id: by.organisationId,
      person_id: by.personId,
      person_email: by.email,
      action,
      target,
      details,
      address: by.address,
    });

/** Runs an act and writes it down in one transaction: both are there, or neither. A refusal in it undoes both. */
export type Audited = <T>(work: (database: Database, note: Note) => Promise<T>) => Promise<T>;

export const audited =
  (database: Kysely<Tables>): Audited =>
  (work) =>
    database.transaction().execute((transaction) => work(transaction, noteIn(transaction)));

/** Writes down what is done already, where the act cannot be in a transaction: a hall that was opened on the media server. */
export const noteAfter = (database: Database): Note => noteIn(database);
