import { Type } from 'typebox';
import { ok, route } from '../../http/route.ts';
import { Usage, type UsageOf, UsageQuery } from '../get-usage.ts';

export const getOrganisationUsageRoute = (usageOf: UsageOf) =>
  route({
    method: 'GET',
    path: '/operator/organisations/:id/usage',
    operationId: 'getOrganisationUsage',
    tag: 'Operator',
    summary: 'What one organisation used',
    description: 'By day or month of UTC.',
    params: Type.Object({ id: Type.String() }, { additionalProperties: false }),
    query: UsageQuery,
    answers: { 200: Usage },
    refuses: [],
    handle: async ({ params, query }) => ok(await usageOf(params.id, query)),
  });
