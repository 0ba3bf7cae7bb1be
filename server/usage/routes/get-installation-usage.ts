import { ok, route } from '../../http/route.ts';
import { Usage, type UsageOf, UsageQuery } from '../get-usage.ts';

export const getInstallationUsageRoute = (usageOf: UsageOf) =>
  route({
    method: 'GET',
    path: '/operator/usage',
    operationId: 'getInstallationUsage',
    tag: 'Operator',
    summary: 'What all organisations used',
    description: 'By day or month of UTC, all organisations together.',
    query: UsageQuery,
    answers: { 200: Usage },
    refuses: [],
    handle: async ({ query }) => ok(await usageOf(null, query)),
  });
