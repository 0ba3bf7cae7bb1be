import { Type } from 'typebox';
import { noContent, personRoute } from '../../http/route.ts';
import type { RevokeKey } from '../change-keys.ts';

export const revokeKeyRoute = (revokeKey: RevokeKey) =>
  personRoute({
    method: 'DELETE',
    path: '/keys/:id',
    operationId: 'revokeKey',
    tag: 'API keys',
    summary: 'Revoke an API key',
    description: 'Refused by every instance within one second. Revoking twice is no error.',
    params: Type.Object({ id: Type.String() }, { additionalProperties: false }),
    answers: { 204: null },
    refuses: ['key_not_found'],
    handle: async ({ by, caller, params }) => {
      await revokeKey(by, caller.organisationId, params.id);
      return noContent();
    },
  });
