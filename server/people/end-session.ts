import type { Actor, Audited } from '../audit/audited.ts';
import { HallError } from '../errors.ts';
import { sessionStore } from './session-store.ts';

export type EndSession = (by: Actor, sessionId: string) => Promise<void>;

/** Ends one of a person's own sessions: on a device that they left somewhere. */
export const endSession =
  (audited: Audited): EndSession =>
  (by, sessionId) =>
    audited(async (database, note) => {
      if (!(await sessionStore(database).end(by.personId, sessionId))) throw new HallError('session_not_found');
      await note(by, { action: 'endSession', target: sessionId });
    });
