import { ok, personRoute } from '../../http/route.ts';
import { OwnSessions, presentSession } from '../present-profile.ts';

export const listSessionsRoute = (list: (personId: string) => Promise<Parameters<typeof presentSession>[0][]>) =>
  personRoute({
    method: 'GET',
    path: '/profile/sessions',
    operationId: 'listSessions',
    tag: 'Your account',
    summary: 'List your sessions',
    description: 'Where you are signed in, newest first.',
    answers: { 200: OwnSessions },
    refuses: [],
    handle: async ({ person }) =>
      ok({ data: (await list(person.id)).map((row) => presentSession(row, person.sessionId)) }),
  });
