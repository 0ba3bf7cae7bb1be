import { Type } from 'typebox';
import { ok, route } from '../../http/route.ts';
import { Page, pageQuery } from '../../schemas.ts';
import { type ListInvitations, OpenInvitation } from '../list-members.ts';

export const listInvitationsRoute = (listInvitations: ListInvitations) =>
  route({
    method: 'GET',
    path: '/invitations',
    operationId: 'listInvitations',
    tag: 'Members',
    summary: 'List the invitations',
    description: 'Those that nobody has accepted yet, newest first.',
    query: Type.Object(pageQuery, { additionalProperties: false }),
    answers: { 200: Page(OpenInvitation) },
    refuses: [],
    handle: async ({ caller, query }) => ok(await listInvitations(caller.organisationId, query)),
  });
