import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer } from '../../api/call.ts';
import { askPages, useAct } from '../../api/queries.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { Time } from '../../kit/figures.tsx';
import { ShowMore } from '../../kit/show-more.tsx';
import { Answered } from '../../states/answered.tsx';
import { SkeletonBlock } from '../../states/skeleton.tsx';

type Invitation = Answer<'listInvitations'>['data'][number];

/** Those that wait for their people. */
export function Invitations() {
  const invitations = useInfiniteQuery(askPages('listInvitations', {}));
  const [withdrawing, setWithdrawing] = useState<Invitation>();
  const withdraw = useAct('deleteInvitation', ['listInvitations']);
  return (
    <section className="card" aria-labelledby="invitations">
      <header className="card-head">
        <h2 id="invitations">Open invitations</h2>
      </header>
      <Answered query={invitations} waiting={<SkeletonBlock height={60} />}>
        {({ pages }) => {
          const all = pages.flatMap(({ data }) => data);
          if (all.length === 0) return <p className="card-body soft">Nobody is invited at this moment.</p>;
          return (
            <>
              <table className="table" aria-labelledby="invitations">
                <tbody>
                  {all.map((invitation) => (
                    <tr key={invitation.id}>
                      <td>
                        <span className="table-main">{invitation.email}</span>
                      </td>
                      <td data-label="Role">
                        <Badge>{invitation.role}</Badge>
                      </td>
                      <td data-label="Until">
                        <span className="soft">
                          until <Time at={invitation.expires_at} />
                        </span>
                      </td>
                      <td className="end">
                        <Button
                          small
                          onClick={() => setWithdrawing(invitation)}
                          aria-label={`Withdraw the invitation of ${invitation.email}`}
                        >
                          Withdraw
                        </Button>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
              <ShowMore list={invitations} />
            </>
          );
        }}
      </Answered>
      {withdrawing !== undefined && (
        <Confirm
          title="Withdraw the invitation?"
          action="Withdraw"
          done="The invitation is withdrawn"
          onConfirm={() => withdraw.mutateAsync({ params: { id: withdrawing.id } })}
          onClose={() => setWithdrawing(undefined)}
        >
          The link that {withdrawing.email} got works no more.
        </Confirm>
      )}
    </section>
  );
}
