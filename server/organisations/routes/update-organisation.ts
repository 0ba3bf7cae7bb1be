import { Type } from 'typebox';
import { ok, personRoute } from '../../http/route.ts';
import { Nullable, Text } from '../../schemas.ts';
import type { ChangeOrganisation } from '../change-organisation.ts';
import type { GetOrganisation } from '../get-organisation.ts';
import { Organisation } from '../present-organisation.ts';

const OrganisationChange = Type.Object(
  {
    name: Type.Optional(Text({ minLength: 1, maxLength: 128, description: 'Its name.' })),
    logo_url: Type.Optional(
      Nullable(
        Type.String({
          maxLength: 2048,
          pattern: '^https://[^\\s"<>]+$',
          description: 'An https address of a picture.',
        }),
      ),
    ),
    colour: Type.Optional(
      Nullable(Type.String({ pattern: '^#[0-9a-f]{6}$', description: 'As #rrggbb, in small letters.' })),
    ),
  },
  { additionalProperties: false },
);

export const updateOrganisationRoute = (change: ChangeOrganisation, get: GetOrganisation) =>
  personRoute({
    method: 'PATCH',
    path: '/organisation',
    operationId: 'updateOrganisation',
    tag: 'Organisation',
    summary: 'Change the organisation',
    description: 'Its name, and how it shows itself to the people in its halls. null removes logo or colour.',
    body: OrganisationChange,
    answers: { 200: Organisation },
    refuses: [],
    handle: async ({ by, caller, body }) => {
      await change(by, caller.organisationId, body);
      return ok(await get(caller.organisationId));
    },
  });
