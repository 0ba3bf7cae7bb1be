import type { Static } from 'typebox';
import { type Paged, readPage } from '../cursor.ts';
import type { PersonStore } from './person-store.ts';
import { type PersonBody, presentPerson } from './present-person.ts';

export type PeopleFilter = { email?: string; limit?: number; cursor?: string };
export type ListPeople = (filter: PeopleFilter) => Promise<Paged<Static<typeof PersonBody>>>;

/** Everybody who has an account here, newest first; for operators. */
export const listPeople =
  (people: PersonStore): ListPeople =>
  ({ email, ...page }) =>
    readPage('person', page, (beforeId, most) => people.page(email?.toLowerCase(), beforeId, most), presentPerson);
