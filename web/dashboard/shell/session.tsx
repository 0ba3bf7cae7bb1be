import { createContext, useContext } from 'react';
import type { Answer } from '../api/call.ts';

export type SessionAnswer = Answer<'getSession'>;
export type Membership = SessionAnswer['organisations'][number];
export type MemberRole = Membership['role'];

const rising: readonly MemberRole[] = ['viewer', 'developer', 'admin', 'owner'];

/** Who is signed in, and the organisation that they act for; an operator may be in none. */
export type Session = {
  readonly person: SessionAnswer['person'];
  readonly sessionId: string;
  readonly organisations: readonly Membership[];
  readonly organisation: Membership | undefined;
  /** Whether the person has this role here or a higher one. Hall decides by itself; the page only leaves out what it would refuse. */
  readonly may: (role: MemberRole) => boolean;
};

export const sessionOf = (answer: SessionAnswer, chosen: string | undefined): Session => {
  const organisation = answer.organisations.find(({ id }) => id === chosen) ?? answer.organisations[0];
  return {
    person: answer.person,
    sessionId: answer.session_id,
    organisations: answer.organisations,
    organisation,
    may: (role) => organisation !== undefined && rising.indexOf(organisation.role) >= rising.indexOf(role),
  };
};

export const SessionContext = createContext<Session | undefined>(undefined);

/** Only for what stands inside of the shell. */
export const useSession = (): Session => {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('There is a session inside of the shell alone.');
  return session;
};
