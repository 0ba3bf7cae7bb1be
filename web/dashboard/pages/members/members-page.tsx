import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { askPages } from '../../api/queries.ts';
import { Button } from '../../kit/button.tsx';
import { PlusIcon } from '../../kit/icons.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { ShowMore } from '../../kit/show-more.tsx';
import { useSession } from '../../shell/session.tsx';
import { Answered } from '../../states/answered.tsx';
import { SkeletonRows } from '../../states/skeleton.tsx';
import { Invitations } from './invitations.tsx';
import { InviteMemberDialog } from './invite-member-dialog.tsx';
import { MembersTable } from './members-table.tsx';

export function MembersPage() {
  const { may, organisation } = useSession();
  const [inviting, setInviting] = useState(false);
  const members = useInfiniteQuery(askPages('listMembers', {}));
  return (
    <>
      <PageHead
        title="Members"
        about={`Who may act for ${organisation?.name ?? 'the organisation'} in this dashboard.`}
        {...(may('admin')
          ? {
              actions: (
                <Button look="primary" icon={<PlusIcon />} onClick={() => setInviting(true)}>
                  Invite
                </Button>
              ),
            }
          : {})}
      />
      <div className="stack">
        <Answered query={members} waiting={<SkeletonRows rows={3} />}>
          {({ pages }) => (
            <div className="card">
              <MembersTable members={pages.flatMap(({ data }) => data)} />
              <ShowMore list={members} />
            </div>
          )}
        </Answered>
        {may('admin') && <Invitations />}
      </div>
      {inviting && <InviteMemberDialog onClose={() => setInviting(false)} />}
    </>
  );
}
