import { Type } from 'typebox';
import { created, personRoute } from '../../http/route.ts';
import { Text } from '../../schemas.ts';
import type { AdministerOrganisations } from '../administer-organisations.ts';
import { AdministeredOrganisation } from '../present-limits.ts';

export const organisationFields = {
  name: Text({ minLength: 1, maxLength: 128, description: 'Its name.' }),
  plan: Text({ minLength: 1, maxLength: 64, description: 'The name of a plan.', examples: ['pro'] }),
};

export const createOrganisationRoute = (organisations: AdministerOrganisations) =>
  personRoute({
    method: 'POST',
    path: '/operator/organisations',
    operationId: 'createOrganisation',
    tag: 'Operator',
    summary: 'Make an organisation',
    description: 'Invite its owner next.',
    body: Type.Object(
      { name: organisationFields.name, plan: organisationFields.plan },
      { additionalProperties: false },
    ),
    answers: { 201: AdministeredOrganisation },
    refuses: ['plan_not_found'],
    handle: async ({ by, body }) => {
      const made = await organisations.create(by, body);
      return created(made, `/v1/operator/organisations/${made.id}`);
    },
  });
