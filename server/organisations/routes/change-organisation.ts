import { Type } from 'typebox';
import { ok, personRoute } from '../../http/route.ts';
import type { AdministerOrganisations } from '../administer-organisations.ts';
import { AdministeredOrganisation, ownLimits } from '../present-limits.ts';
import { organisationFields } from './create-organisation.ts';

export const changeOrganisationRoute = (organisations: AdministerOrganisations) =>
  personRoute({
    method: 'PATCH',
    path: '/operator/organisations/:id',
    operationId: 'changeOrganisation',
    tag: 'Operator',
    summary: 'Change plan and limits',
    description: 'In force within one second. null gives a limit back to the plan.',
    params: Type.Object({ id: Type.String() }, { additionalProperties: false }),
    body: Type.Partial(Type.Object({ ...organisationFields, ...ownLimits }), { additionalProperties: false }),
    answers: { 200: AdministeredOrganisation },
    refuses: ['organisation_not_found', 'plan_not_found'],
    handle: async ({ by, params, body }) => ok(await organisations.change(by, params.id, body)),
  });
