import { Type } from 'typebox';
import { ok, route } from '../../http/route.ts';
import { Page, pageQuery, Text } from '../../schemas.ts';
import type { ListOrganisations } from '../administer-organisations.ts';
import { AdministeredOrganisation } from '../present-limits.ts';

export const listOrganisationsRoute = (listOrganisations: ListOrganisations) =>
  route({
    method: 'GET',
    path: '/operator/organisations',
    operationId: 'listOrganisations',
    tag: 'Operator',
    summary: 'List the organisations',
    description: 'Newest first.',
    query: Type.Object(
      {
        name: Type.Optional(
          Text({ minLength: 1, maxLength: 128, description: 'Only those in whose name this occurs.' }),
        ),
        ...pageQuery,
      },
      { additionalProperties: false },
    ),
    answers: { 200: Page(AdministeredOrganisation) },
    refuses: [],
    handle: async ({ query }) => ok(await listOrganisations(query)),
  });
