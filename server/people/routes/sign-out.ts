import { noContent, personRoute, withCookies } from '../../http/route.ts';
import type { SignOut } from '../sign-out.ts';

export const signOutRoute = (signOut: SignOut) =>
  personRoute({
    method: 'DELETE',
    path: '/session',
    operationId: 'signOut',
    tag: 'Signing in',
    summary: 'Sign out',
    description: 'Ends this session at once.',
    answers: { 204: null },
    refuses: [],
    handle: async ({ person }) => withCookies(noContent(), await signOut(person.id, person.sessionId)),
  });
