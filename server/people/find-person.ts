import type { RefusalCode } from '../errors.ts';
import { isId } from '../ids.ts';
import { type MemberRole, mayAs, type Right, roleFor } from './rights.ts';
import type { SigningSecrets } from './second-factor-secrets.ts';
import { readSessionCookie } from './session-cookie.ts';
import type { SessionStore, SignedInRow } from './session-store.ts';

/** Who is signed in, and as what in the organisation chosen for this request. */
export type Person = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly isOperator: boolean;
  readonly sessionId: string;
  /** Null where no organisation was chosen. */
  readonly role: MemberRole | null;
};

/** What the door learns of a request that carries a session. */
export type SignedIn = {
  readonly organisationId: string;
  readonly person: Person;
  /** The organisation's limits on creating and joining; zero where there is none. */
  readonly create: number;
  readonly join: number;
  readonly suspended: string | null;
};

export type FindPerson = (
  cookies: string,
  organisation: string | undefined,
  right: Right,
) => Promise<SignedIn | RefusalCode>;

const refusalOf = (row: SignedInRow, right: Right): RefusalCode | undefined => {
  if (right === 'operator') return row.is_operator ? undefined : 'not_found';
  const needed = roleFor(right);
  if (needed === undefined) return undefined;
  if (row.role === null) return 'organisation_not_found';
  return mayAs(row.role, needed) ? undefined : 'not_allowed';
};

/** Who is signed in, and whether they may use an operation that needs this right, in the organisation they named. */
export const findPerson =
  (sessions: SessionStore, baseUrl: string, secrets: SigningSecrets): FindPerson =>
  async (cookies, organisation, right) => {
    const token = readSessionCookie(cookies, baseUrl, secrets);
    if (token === undefined) return 'session_missing';
    const isAbout = roleFor(right) !== undefined;
    const organisationId = isAbout && organisation !== undefined && isId('org', organisation) ? organisation : null;
    const row = await sessions.find(token, organisationId);
    if (row === undefined) return 'session_missing';
    if (isAbout && organisation === undefined) return 'organisation_missing';
    const refusal = refusalOf(row, right);
    if (refusal !== undefined) return refusal;
    return {
      organisationId: organisationId ?? '',
      person: {
        id: row.person_id,
        name: row.name,
        email: row.email,
        isOperator: row.is_operator,
        sessionId: row.session_id,
        role: row.role,
      },
      create: row.create ?? 0,
      join: row.join ?? 0,
      suspended: row.suspended_reason,
    };
  };
