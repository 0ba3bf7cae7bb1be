import type { MemberRole } from '../../shell/session.tsx';

/** What each role may do, in a line; docs/dashboard.md says more. */
export const roleChoices: readonly (readonly [MemberRole, string])[] = [
  ['viewer', 'Viewer: sees everything that is not secret'],
  ['developer', 'Developer: halls, API keys, webhooks'],
  ['admin', 'Admin: also members, settings, audit log'],
  ['owner', 'Owner: everything'],
];

/** Owners are made and unmade by owners. */
export const choicesFor = (isOwner: boolean) => roleChoices.filter(([role]) => isOwner || role !== 'owner');
