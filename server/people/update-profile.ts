import type { Actor, Audited } from '../audit/audited.ts';
import { personStore } from './person-store.ts';

export type UpdateProfile = (by: Actor, name: string) => Promise<void>;

export const updateProfile =
  (audited: Audited): UpdateProfile =>
  (by, name) =>
    audited(async (database, note) => {
      await personStore(database).rename(by.personId, name);
      await note(by, { action: 'updateProfile', target: by.personId, details: { name } });
    });
