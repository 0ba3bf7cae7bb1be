import { Type } from 'typebox';
import { ok, route } from '../../http/route.ts';
import { Page, pageQuery } from '../../schemas.ts';
import { type ListMembers, Member } from '../list-members.ts';

export const listMembersRoute = (listMembers: ListMembers) =>
  route({
    method: 'GET',
    path: '/members',
    operationId: 'listMembers',
    tag: 'Members',
    summary: 'List the members',
    description: 'Newest account first.',
    query: Type.Object(pageQuery, { additionalProperties: false }),
    answers: { 200: Page(Member) },
    refuses: [],
    handle: async ({ caller, query }) => ok(await listMembers(caller.organisationId, query)),
  });
