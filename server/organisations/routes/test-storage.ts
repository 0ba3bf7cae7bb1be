import { HallError } from '../../errors.ts';
import { ok, personRoute } from '../../http/route.ts';
import type { TestStorage } from '../storage/test-storage.ts';
import { StorageTestResult } from './storage-schemas.ts';

export const testStorageRoute = (test: TestStorage) =>
  personRoute({
    method: 'POST',
    path: '/organisation/storage/test',
    operationId: 'testStorage',
    tag: 'Organisation',
    summary: 'Test the storage',
    description: 'Writes, reads and deletes a probe object, and says what failed.',
    answers: { 200: StorageTestResult },
    refuses: ['storage_not_found'],
    handle: async ({ caller }) => {
      const result = await test(caller.organisationId);
      if (result === undefined) throw new HallError('storage_not_found');
      return ok(result);
    },
  });
