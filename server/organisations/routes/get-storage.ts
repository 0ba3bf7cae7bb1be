import { HallError } from '../../errors.ts';
import { ok, personRoute } from '../../http/route.ts';
import type { GetStorage } from '../storage/get-storage.ts';
import { StorageSettings } from './storage-schemas.ts';

export const getStorageRoute = (get: GetStorage) =>
  personRoute({
    method: 'GET',
    path: '/organisation/storage',
    operationId: 'getStorage',
    tag: 'Organisation',
    summary: 'The storage settings',
    description: 'Where recordings go, without the secret.',
    answers: { 200: StorageSettings },
    refuses: ['storage_not_found'],
    handle: async ({ caller }) => {
      const settings = await get(caller.organisationId);
      if (settings === undefined) throw new HallError('storage_not_found');
      return ok(settings);
    },
  });
