import type { Actor, Audited } from '../audit/audited.ts';
import type { Database, MemberRole } from '../database/tables.ts';
import { HallError } from '../errors.ts';
import { type MemberRow, memberStore } from './member-store.ts';

export type SetMemberRole = (
  by: Actor,
  ownRole: MemberRole | null,
  organisationId: string,
  personId: string,
  role: MemberRole,
) => Promise<MemberRow>;
export type RemoveMember = (by: Actor, organisationId: string, personId: string) => Promise<void>;

/** The member, and whether no other owner is there. The owners are held: of two who stop being owners at once, one is refused. */
const holdMember = async (
  database: Database,
  organisationId: string,
  personId: string,
): Promise<{ member: MemberRow; isLastOwner: boolean }> => {
  const members = memberStore(database);
  const owners = await members.lockOwners(organisationId);
  const member = await members.find(organisationId, personId);
  if (member === undefined) throw new HallError('member_not_found');
  return { member, isLastOwner: owners.length === 1 && owners[0] === personId };
};

/** Gives a member another role. Owners are made and unmade by owners. */
export const setMemberRole =
  (audited: Audited): SetMemberRole =>
  (by, ownRole, organisationId, personId, role) =>
    audited(async (database, note) => {
      const { member, isLastOwner } = await holdMember(database, organisationId, personId);
      if (ownRole !== 'owner' && (role === 'owner' || member.role === 'owner')) throw new HallError('owner_only');
      if (isLastOwner && role !== 'owner') throw new HallError('last_owner');
      await memberStore(database).setRole(organisationId, personId, role);
      const details = { email: member.email, before: member.role, role };
      await note(by, { action: 'updateMember', target: personId, details });
      return { ...member, role };
    });

export const removeMember =
  (audited: Audited): RemoveMember =>
  (by, organisationId, personId) =>
    audited(async (database, note) => {
      const { member, isLastOwner } = await holdMember(database, organisationId, personId);
      if (isLastOwner) throw new HallError('last_owner');
      await memberStore(database).remove(organisationId, personId);
      await note(by, { action: 'removeMember', target: personId, details: { email: member.email, role: member.role } });
    });
