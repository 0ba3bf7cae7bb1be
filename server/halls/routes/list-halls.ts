import { Type } from 'typebox';
import { ok, route } from '../../http/route.ts';
import { Choice, Page, pageQuery, Text } from '../../schemas.ts';
import type { ListHalls } from '../list-halls.ts';
import { Hall } from '../present-hall.ts';

const HallQuery = Type.Object(
  {
    status: Type.Optional(Choice(['open', 'closed'], { description: 'Only halls in this state.' })),
    external_id: Type.Optional(
      Text({ minLength: 1, maxLength: 128, description: 'Only halls with this reference of yours.' }),
    ),
    ...pageQuery,
  },
  { additionalProperties: false },
);

export const listHallsRoute = (listHalls: ListHalls) =>
  route({
    method: 'GET',
    path: '/halls',
    operationId: 'listHalls',
    tag: 'Halls',
    summary: 'List halls',
    description: 'Newest first. Follow next_cursor until it is null.',
    query: HallQuery,
    answers: { 200: Page(Hall) },
    refuses: [],
    handle: async ({ caller, query }) => ok(await listHalls(caller.organisationId, query)),
  });
