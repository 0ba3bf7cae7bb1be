import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { saveAs } from '../../api/download.ts';
import { ask } from '../../api/queries.ts';
import { describeError } from '../../api/refused.ts';
import { Button } from '../../kit/button.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { useToast } from '../../kit/toast.tsx';
import { chosenOrganisation } from '../../shell/chosen-organisation.ts';
import { Answered } from '../../states/answered.tsx';
import { SkeletonBlock } from '../../states/skeleton.tsx';
import { PlanCard } from '../overview/plan-card.tsx';
import { type Span, spans } from './spans.ts';
import { UsageCharts } from './usage-charts.tsx';

export function UsagePage() {
  const { span = 'month' } = useSearch({ from: '/shell/usage' });
  const { label, query } = spans[span];
  const wish = query(new Date());
  const usage = useQuery(ask('getUsage', { query: wish }));
  const plan = useQuery(ask('getOrganisation', {}));
  const toast = useToast();
  const save = async () => {
    try {
      const text = await call('exportUsage', { query: wish }, { organisation: chosenOrganisation() });
      saveAs(`usage-${span}.csv`, text, 'text/csv');
    } catch (error) {
      toast(describeError(error));
    }
  };
  return (
    <>
      <PageHead
        title="Usage"
        about="Days and months are those of UTC."
        actions={<Button onClick={() => void save()}>Download CSV</Button>}
      />
      <div className="stack">
        <Answered query={plan} waiting={<SkeletonBlock height={150} />}>
          {(data) => <PlanCard organisation={data} />}
        </Answered>
        <nav aria-label="Span of time">
          <span className="segments">
            {(Object.keys(spans) as Span[]).map((one) => (
              <Link
                key={one}
                to="/usage"
                search={{ span: one }}
                className="segment"
                activeOptions={{ exact: true, includeSearch: true }}
                {...(one === span ? { 'aria-current': 'page' as const } : {})}
              >
                {spans[one].label}
              </Link>
            ))}
          </span>
        </nav>
        <Answered query={usage} waiting={<SkeletonBlock height={520} />}>
          {({ data }) => <UsageCharts periods={data} caption={label} />}
        </Answered>
      </div>
    </>
  );
}
