import { ok, route } from '../../http/route.ts';
import { Usage, type UsageOf, UsageQuery } from '../get-usage.ts';

export const getUsageRoute = (usageOf: UsageOf) =>
  route({
    method: 'GET',
    path: '/usage',
    operationId: 'getUsage',
    tag: 'Usage',
    summary: 'What was used',
    description: 'By day or month of UTC. Time inside is counted up to now, requests some seconds late.',
    query: UsageQuery,
    answers: { 200: Usage },
    refuses: [],
    handle: async ({ caller, query }) => ok(await usageOf(caller.organisationId, query)),
  });
