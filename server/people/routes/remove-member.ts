import { Type } from 'typebox';
import { noContent, personRoute } from '../../http/route.ts';
import type { RemoveMember } from '../change-member.ts';

export const removeMemberRoute = (removeMember: RemoveMember) =>
  personRoute({
    method: 'DELETE',
    path: '/members/:id',
    operationId: 'removeMember',
    tag: 'Members',
    summary: 'Remove a member',
    description: 'Out at their next request. Keys that they made go on; revoke those by themselves.',
    params: Type.Object({ id: Type.String() }, { additionalProperties: false }),
    answers: { 204: null },
    refuses: ['member_not_found', 'last_owner'],
    handle: async ({ by, caller, params }) => {
      await removeMember(by, caller.organisationId, params.id);
      return noContent();
    },
  });
