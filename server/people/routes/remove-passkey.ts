import { Type } from 'typebox';
import { noContent, personRoute } from '../../http/route.ts';
import type { RemovePasskey } from '../keep-passkeys.ts';

export const removePasskeyRoute = (removePasskey: RemovePasskey) =>
  personRoute({
    method: 'DELETE',
    path: '/profile/passkeys/:id',
    operationId: 'removePasskey',
    tag: 'Your account',
    summary: 'Remove a passkey',
    description: 'Nobody signs in with it any more.',
    params: Type.Object({ id: Type.String() }, { additionalProperties: false }),
    answers: { 204: null },
    refuses: ['passkey_not_found'],
    handle: async ({ by, params }) => {
      await removePasskey(by, params.id);
      return noContent();
    },
  });
