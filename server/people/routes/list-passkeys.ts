import { ok, personRoute } from '../../http/route.ts';
import { Passkeys, presentPasskeys } from '../present-profile.ts';

export const listPasskeysRoute = (list: (personId: string) => Promise<Parameters<typeof presentPasskeys>[0]>) =>
  personRoute({
    method: 'GET',
    path: '/profile/passkeys',
    operationId: 'listPasskeys',
    tag: 'Your account',
    summary: 'List your passkeys',
    description: 'Oldest first.',
    answers: { 200: Passkeys },
    refuses: [],
    handle: async ({ person }) => ok(presentPasskeys(await list(person.id))),
  });
