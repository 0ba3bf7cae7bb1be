import { Type } from 'typebox';
import { ok, personRoute } from '../../http/route.ts';
import { NoBody } from '../../schemas.ts';
import type { AdministerOrganisations } from '../administer-organisations.ts';
import { AdministeredOrganisation } from '../present-limits.ts';

export const resumeOrganisationRoute = (organisations: AdministerOrganisations) =>
  personRoute({
    method: 'POST',
    path: '/operator/organisations/:id/resume',
    operationId: 'resumeOrganisation',
    tag: 'Operator',
    summary: 'Resume an organisation',
    description: 'Everything is as before within one second.',
    params: Type.Object({ id: Type.String() }, { additionalProperties: false }),
    body: NoBody,
    answers: { 200: AdministeredOrganisation },
    refuses: ['organisation_not_found'],
    handle: async ({ by, params }) => ok(await organisations.resume(by, params.id)),
  });
