import { Type } from 'typebox';
import { ok, personRoute } from '../../http/route.ts';
import type { SetMemberRole } from '../change-member.ts';
import { Member, presentMember } from '../list-members.ts';
import { RoleOfMember } from '../present-person.ts';

export const updateMemberRoute = (setRole: SetMemberRole) =>
  personRoute({
    method: 'PATCH',
    path: '/members/:id',
    operationId: 'updateMember',
    tag: 'Members',
    summary: "Change a member's role",
    description: 'In force at their next request. Owners are made and unmade by owners; one always stays.',
    params: Type.Object({ id: Type.String() }, { additionalProperties: false }),
    body: Type.Object({ role: RoleOfMember }, { additionalProperties: false }),
    answers: { 200: Member },
    refuses: ['member_not_found', 'owner_only', 'last_owner'],
    handle: async ({ by, caller, person, params, body }) =>
      ok(presentMember(await setRole(by, person.role, caller.organisationId, params.id, body.role))),
  });
