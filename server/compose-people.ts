import { audited, noteAfter } from './audit/audited.ts';
import type { Config } from './config.ts';
import type { OpenDatabase } from './database/open-database.ts';
import type { Door } from './http/mount.ts';
import type { Answer, Caller, Route } from './http/route.ts';
import { sessionDoor } from './http/session-door.ts';
import type { Windows } from './limits/windows.ts';
import { acceptInvitation } from './people/accept-invitation.ts';
import { authentication, signingSecret } from './people/authentication.ts';
import { countAttempt } from './people/count-attempt.ts';
import { findPerson } from './people/find-person.ts';
import { getSession } from './people/get-session.ts';
import { giveSecondFactor } from './people/give-second-factor.ts';
import { linkStore } from './people/link-store.ts';
import { openLink } from './people/open-link.ts';
import { personStore } from './people/person-store.ts';
import { redeemLink } from './people/redeem-link.ts';
import { acceptInvitationRoute } from './people/routes/accept-invitation.ts';
import { describeSignInRoute } from './people/routes/describe-sign-in.ts';
import { getSessionRoute } from './people/routes/get-session.ts';
import { giveSecondFactorRoute } from './people/routes/give-second-factor.ts';
import { openLinkRoute } from './people/routes/open-link.ts';
import { redeemLinkRoute } from './people/routes/redeem-link.ts';
import { signInRoute } from './people/routes/sign-in.ts';
import { signOutRoute } from './people/routes/sign-out.ts';
import { sessionStore } from './people/session-store.ts';
import { signIn } from './people/sign-in.ts';
import { signOut } from './people/sign-out.ts';

export type PeopleParts = { config: Config; opened: OpenDatabase; windows: Windows; secretKey: string };

/** What the dashboard needs beside the routes that it shares with the API. */
export type People = {
  door: Door;
  routes: Route[];
  /** Writes down what a person did by a route of the API, which knows nothing of people. */
  noteShared(route: Route, caller: Caller, params: { id?: string }, answer: Answer): Promise<void>;
  forget: ((most: number) => Promise<number>)[];
};

const idOf = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'id' in body ? String(body.id) : undefined;

/** The part of the house where people sign in and look after their organisation. compose.ts alone calls it. */
export const composePeople = (parts: PeopleParts): People => {
  const { config, windows } = parts;
  const { database } = parts.opened;
  const { baseUrl } = config;
  const secret = signingSecret(parts.secretKey);
  const auth = authentication(database, { baseUrl, secret });
  const people = personStore(database);
  const sessions = sessionStore(database);
  const links = linkStore(database);
  const write = audited(database);
  const note = noteAfter(database);
  const count = countAttempt(windows);
  const session = getSession(people);
  const enter = signIn({ auth, people, count, note });

  const routes = [
    describeSignInRoute({ singleSignOn: false, mail: false }),
    signInRoute(enter),
    giveSecondFactorRoute(giveSecondFactor({ auth, count, note })),
    openLinkRoute(openLink(links, people)),
    redeemLinkRoute(redeemLink({ audited: write, signIn: enter, count })),
    getSessionRoute(session),
    signOutRoute(signOut(sessions, baseUrl)),
    acceptInvitationRoute(acceptInvitation(write), session),
  ];
  return {
    door: sessionDoor(findPerson(sessions, baseUrl, secret), baseUrl),
    routes,
    noteShared: async (route, caller, params, answer) => {
      const { person, visit, organisationId } = caller;
      if (route.method === 'GET' || person === undefined || visit === undefined) return;
      const by = { personId: person.id, email: person.email, address: visit.address, organisationId };
      await note(by, { action: route.operationId, target: params.id ?? idOf(answer.body) ?? organisationId });
    },
    forget: [sessions.forget, sessions.forgetSteps],
  };
};
