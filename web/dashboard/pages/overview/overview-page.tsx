import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ask, askPages } from '../../api/queries.ts';
import { buttonClass } from '../../kit/button.tsx';
import { HallIcon } from '../../kit/icons.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { useSession } from '../../shell/session.tsx';
import { Answered } from '../../states/answered.tsx';
import { Blank } from '../../states/blank.tsx';
import { SkeletonBlock, SkeletonRows } from '../../states/skeleton.tsx';
import { HallsTable } from '../halls/halls-table.tsx';
import { PlanCard } from './plan-card.tsx';

export function OverviewPage() {
  const { organisation, may } = useSession();
  const plan = useQuery(ask('getOrganisation', {}));
  const halls = useInfiniteQuery(askPages('listHalls', { query: { status: 'open', limit: 8 } }));
  return (
    <>
      <PageHead title={organisation?.name ?? 'Overview'} />
      <div className="stack">
        <Answered query={plan} waiting={<SkeletonBlock height={150} />}>
          {(data) => <PlanCard organisation={data} />}
        </Answered>
        <section className="stack-small" aria-labelledby="open-now">
          <h2 id="open-now">Open now</h2>
          <Answered query={halls} waiting={<SkeletonRows rows={4} />}>
            {({ pages }) =>
              pages[0]?.data.length === 0 ? (
                <Blank
                  icon={<HallIcon />}
                  title="No hall is open"
                  action={
                    may('developer') ? (
                      <Link to="/first-steps" className={buttonClass('primary')}>
                        First steps
                      </Link>
                    ) : (
                      <Link to="/halls" className={buttonClass()}>
                        All halls
                      </Link>
                    )
                  }
                >
                  As soon as one is created, with an API key or here, it appears.
                </Blank>
              ) : (
                <HallsTable halls={pages.flatMap(({ data }) => data)} />
              )
            }
          </Answered>
        </section>
      </div>
    </>
  );
}
