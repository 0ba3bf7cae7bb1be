import type { Static } from 'typebox';
import { HallError } from '../errors.ts';
import type { PersonStore } from './person-store.ts';
import { presentPerson, type SessionBody } from './present-person.ts';

export type GetSession = (personId: string, sessionId: string) => Promise<Static<typeof SessionBody>>;

/** Who is signed in and where they may act. */
export const getSession =
  (people: PersonStore): GetSession =>
  async (personId, sessionId) => {
    const [person, organisations] = await Promise.all([people.find(personId), people.memberships(personId)]);
    if (person === undefined) throw new HallError('session_missing');
    return { session_id: sessionId, person: presentPerson(person), organisations };
  };
