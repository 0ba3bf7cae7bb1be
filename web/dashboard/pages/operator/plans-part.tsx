import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer } from '../../api/call.ts';
import { ask } from '../../api/queries.ts';
import { Button } from '../../kit/button.tsx';
import { count, duration } from '../../kit/figures.tsx';
import { PlusIcon } from '../../kit/icons.tsx';
import { Answered } from '../../states/answered.tsx';
import { SkeletonRows } from '../../states/skeleton.tsx';
import { PlanDialog } from './plan-dialog.tsx';

export type Plan = Answer<'listPlans'>['data'][number];

export function PlansPart() {
  const plans = useQuery(ask('listPlans', {}));
  const [edited, setEdited] = useState<Plan | 'new'>();
  return (
    <div className="stack-small">
      <div className="actions actions-end">
        <Button look="primary" icon={<PlusIcon />} onClick={() => setEdited('new')}>
          Create plan
        </Button>
      </div>
      <Answered query={plans} waiting={<SkeletonRows rows={3} />}>
        {({ data }) => (
          <div className="card">
            <table className="table">
              <thead>
                <tr>
                  <th>Plan</th>
                  <th className="number">Open halls</th>
                  <th className="number">People in a hall</th>
                  <th className="number">Longest</th>
                  <th className="number">Requests, creates, joins a minute</th>
                  <th className="end">
                    <span className="visually-hidden">Acts</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.map((plan) => (
                  <tr key={plan.name}>
                    <td className="table-main">{plan.name}</td>
                    <td className="number" data-label="Open halls">
                      {count(plan.max_concurrent_halls)}
                    </td>
                    <td className="number" data-label="People in a hall">
                      {count(plan.max_participants_per_hall)}
                    </td>
                    <td className="number" data-label="Longest">
                      {duration(plan.max_duration_seconds)}
                    </td>
                    <td className="number" data-label="A minute">
                      {[plan.limit_requests, plan.limit_create, plan.limit_join].map(count).join(', ')}
                    </td>
                    <td className="end">
                      <Button small onClick={() => setEdited(plan)} aria-label={`Change ${plan.name}`}>
                        Change
                      </Button>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Answered>
      {edited !== undefined && (
        <PlanDialog {...(edited === 'new' ? {} : { plan: edited })} onClose={() => setEdited(undefined)} />
      )}
    </div>
  );
}
