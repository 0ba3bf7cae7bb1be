import type { Answer } from '../../api/call.ts';
import { Badge } from '../../kit/badge.tsx';
import { Time } from '../../kit/figures.tsx';
import { useSession } from '../../shell/session.tsx';
import { MemberMenu } from './member-menu.tsx';

export type Member = Answer<'listMembers'>['data'][number];

export function MembersTable({ members }: { members: readonly Member[] }) {
  const { may, person } = useSession();
  const mayChange = ({ role }: Member) => may('owner') || (may('admin') && role !== 'owner');
  return (
    <table className="table">
      <thead>
        <tr>
          <th>Member</th>
          <th>Role</th>
          <th>Second factor</th>
          <th>Last sign-in</th>
          {may('admin') && (
            <th className="end">
              <span className="visually-hidden">Acts</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <tr key={member.id}>
            <td>
              <div>
                <span className="table-main">{member.name}</span>
                {member.id === person.id && <span className="soft"> (you)</span>}
                <span className="table-sub">{member.email}</span>
              </div>
            </td>
            <td data-label="Role">
              <Badge>{member.role}</Badge>
            </td>
            <td data-label="Second factor">
              {member.second_factor ? <Badge tone="good">On</Badge> : <span className="soft">Off</span>}
            </td>
            <td data-label="Last sign-in">
              <Time at={member.last_sign_in_at} none="Never" />
            </td>
            {may('admin') && <td className="end">{mayChange(member) && <MemberMenu member={member} />}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
