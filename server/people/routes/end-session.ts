import { Type } from 'typebox';
import { noContent, personRoute } from '../../http/route.ts';
import type { EndSession } from '../end-session.ts';

export const endSessionRoute = (endSession: EndSession) =>
  personRoute({
    method: 'DELETE',
    path: '/profile/sessions/:id',
    operationId: 'endSession',
    tag: 'Your account',
    summary: 'End one of your sessions',
    description: 'At once, wherever it is.',
    params: Type.Object({ id: Type.String() }, { additionalProperties: false }),
    answers: { 204: null },
    refuses: ['session_not_found'],
    handle: async ({ by, params }) => {
      await endSession(by, params.id);
      return noContent();
    },
  });
