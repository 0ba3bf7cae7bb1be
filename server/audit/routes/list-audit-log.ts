import { ok, route } from '../../http/route.ts';
import { Page } from '../../schemas.ts';
import { AuditEntry, AuditQuery, type ListAuditLog } from '../list-audit-log.ts';

const common = { method: 'GET', query: AuditQuery, answers: { 200: Page(AuditEntry) }, refuses: [] } as const;

export const listAuditLogRoute = (list: ListAuditLog) =>
  route({
    ...common,
    path: '/audit-log',
    operationId: 'listAuditLog',
    tag: 'Audit log',
    summary: 'Who did what',
    description: 'What people did for the organisation, newest first. Nobody can change it.',
    handle: async ({ caller, query }) => ok(await list(caller.organisationId, query)),
  });

export const listInstallationAuditLogRoute = (list: ListAuditLog) =>
  route({
    ...common,
    path: '/operator/audit-log',
    operationId: 'listInstallationAuditLog',
    tag: 'Operator',
    summary: 'Who did what to the installation',
    description: 'Sign-ins, accounts, plans: what belongs to no organisation. Newest first.',
    handle: async ({ query }) => ok(await list(null, query)),
  });
