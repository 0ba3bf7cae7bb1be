import { ok, personRoute } from '../../http/route.ts';
import type { GetSession } from '../get-session.ts';
import { SessionBody } from '../present-person.ts';

export const getSessionRoute = (getSession: GetSession) =>
  personRoute({
    method: 'GET',
    path: '/session',
    operationId: 'getSession',
    tag: 'Signing in',
    summary: 'Who is signed in',
    description: 'The person, and the organisations that they may choose with their role in each.',
    answers: { 200: SessionBody },
    refuses: [],
    handle: async ({ person }) => ok(await getSession(person.id, person.sessionId)),
  });
