import { noContent, personRoute, withCookies } from '../../http/route.ts';
import type { SignOutEverywhere } from '../sign-out.ts';

export const signOutEverywhereRoute = (signOutEverywhere: SignOutEverywhere) =>
  personRoute({
    method: 'DELETE',
    path: '/profile/sessions',
    operationId: 'signOutEverywhere',
    tag: 'Your account',
    summary: 'Sign out everywhere',
    description: 'Ends all of your sessions at once, this one too.',
    answers: { 204: null },
    refuses: [],
    handle: async ({ by }) => withCookies(noContent(), await signOutEverywhere(by)),
  });
