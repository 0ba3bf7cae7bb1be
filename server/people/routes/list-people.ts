import { Type } from 'typebox';
import { ok, route } from '../../http/route.ts';
import { Page, pageQuery, Text } from '../../schemas.ts';
import type { ListPeople } from '../list-people.ts';
import { PersonBody } from '../present-person.ts';

export const listPeopleRoute = (listPeople: ListPeople) =>
  route({
    method: 'GET',
    path: '/operator/people',
    operationId: 'listPeople',
    tag: 'Operator',
    summary: 'List the people',
    description: 'Newest account first.',
    query: Type.Object(
      {
        email: Type.Optional(
          Text({ minLength: 1, maxLength: 254, description: 'Only those in whose address this occurs.' }),
        ),
        ...pageQuery,
      },
      { additionalProperties: false },
    ),
    answers: { 200: Page(PersonBody) },
    refuses: [],
    handle: async ({ query }) => ok(await listPeople(query)),
  });
