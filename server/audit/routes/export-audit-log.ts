import { CsvFile, csvFile } from '../../csv.ts';
import { route } from '../../http/route.ts';
import { AuditExportQuery, type ExportAuditLog } from '../list-audit-log.ts';

export const exportAuditLogRoute = (exportLog: ExportAuditLog) =>
  route({
    method: 'GET',
    path: '/audit-log.csv',
    operationId: 'exportAuditLog',
    tag: 'Audit log',
    summary: 'Who did what, as CSV',
    description: 'The newest ten thousand lines that match; ask for spans of time to get more.',
    query: AuditExportQuery,
    answers: { 200: CsvFile('A head and a line for each act.') },
    refuses: [],
    handle: async ({ caller, query }) => csvFile('audit-log.csv', await exportLog(caller.organisationId, query)),
  });
