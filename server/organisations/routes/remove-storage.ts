import { Type } from 'typebox';
import { noContent, personRoute } from '../../http/route.ts';
import type { ChangeStorage } from '../storage/change-storage.ts';

export const removeStorageRoute = ({ remove }: Pick<ChangeStorage, 'remove'>) =>
  personRoute({
    method: 'DELETE',
    path: '/organisation/storage',
    operationId: 'removeStorage',
    tag: 'Organisation',
    summary: 'Remove the storage settings',
    description: 'What is in the bucket stays there. Refused while open halls are to be recorded, unless forced.',
    query: Type.Object({
      force: Type.Optional(Type.Boolean({ description: 'Although open halls are to be recorded.' })),
    }),
    answers: { 204: null },
    refuses: ['storage_not_found', 'storage_in_use'],
    handle: async ({ by, caller, query }) => {
      await remove(by, caller.organisationId, query.force === true);
      return noContent();
    },
  });
