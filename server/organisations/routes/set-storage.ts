import { ok, personRoute } from '../../http/route.ts';
import type { ChangeStorage } from '../storage/change-storage.ts';
import { StorageChange, StorageSettings } from './storage-schemas.ts';

export const setStorageRoute = ({ set }: Pick<ChangeStorage, 'set'>) =>
  personRoute({
    method: 'POST',
    path: '/organisation/storage',
    operationId: 'setStorage',
    tag: 'Organisation',
    summary: 'Set the storage',
    description: 'Where recordings go from now on, in place of what was set before. Test it afterwards.',
    body: StorageChange,
    answers: { 200: StorageSettings },
    refuses: [],
    handle: async ({ by, caller, body }) => ok(await set(by, caller.organisationId, body)),
  });
