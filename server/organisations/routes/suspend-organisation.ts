import { Type } from 'typebox';
import { ok, personRoute } from '../../http/route.ts';
import { Text } from '../../schemas.ts';
import type { AdministerOrganisations } from '../administer-organisations.ts';
import { AdministeredOrganisation } from '../present-limits.ts';

export const suspendOrganisationRoute = (organisations: AdministerOrganisations) =>
  personRoute({
    method: 'POST',
    path: '/operator/organisations/:id/suspend',
    operationId: 'suspendOrganisation',
    tag: 'Operator',
    summary: 'Suspend an organisation',
    description:
      'Within one second its keys are refused with the reason, its people can only look, and nobody enters its halls. Who is inside stays until the hall ends.',
    params: Type.Object({ id: Type.String() }, { additionalProperties: false }),
    body: Type.Object(
      { reason: Text({ minLength: 1, maxLength: 500, description: 'Told to whoever is refused.' }) },
      { additionalProperties: false },
    ),
    answers: { 200: AdministeredOrganisation },
    refuses: ['organisation_not_found'],
    handle: async ({ by, params, body }) => ok(await organisations.suspend(by, params.id, body.reason)),
  });
