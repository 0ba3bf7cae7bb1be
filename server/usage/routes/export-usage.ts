import { CsvFile, csvFile } from '../../csv.ts';
import { route } from '../../http/route.ts';
import { type UsageOf, UsageQuery, usageAsCsv } from '../get-usage.ts';

export const exportUsageRoute = (usageOf: UsageOf) =>
  route({
    method: 'GET',
    path: '/usage.csv',
    operationId: 'exportUsage',
    tag: 'Usage',
    summary: 'What was used, as CSV',
    description: 'The same as getUsage, a line for each period.',
    query: UsageQuery,
    answers: { 200: CsvFile('A head and a line for each period.') },
    refuses: [],
    handle: async ({ caller, query }) => csvFile('usage.csv', usageAsCsv(await usageOf(caller.organisationId, query))),
  });
