import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { ask, askPages } from '../../api/queries.ts';
import { RecordingIcon } from '../../kit/icons.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { ShowMore } from '../../kit/show-more.tsx';
import { Answered } from '../../states/answered.tsx';
import { Blank } from '../../states/blank.tsx';
import { SkeletonRows } from '../../states/skeleton.tsx';
import { RecordingsTable } from './recordings-table.tsx';

const states = [
  [undefined, 'All'],
  ['recording', 'Recording'],
  ['uploading', 'Being stored'],
  ['completed', 'Ready'],
  ['failed', 'Failed'],
] as const;

export function RecordingsPage() {
  const search = useSearch({ from: '/shell/recordings' });
  const recordings = useInfiniteQuery(askPages('listRecordings', { query: search }));
  const organisation = useQuery(ask('getOrganisation', {}));
  return (
    <>
      <PageHead title="Recordings" about="Newest first. The files lie in your own storage." />
      <nav className="filters" aria-label="State">
        <span className="segments">
          {states.map(([value, label]) => (
            <Link
              key={label}
              to="/recordings"
              search={value === undefined ? {} : { status: value }}
              className="segment"
              activeOptions={{ exact: true, includeSearch: true }}
              {...(search.status === value ? { 'aria-current': 'page' as const } : {})}
            >
              {label}
            </Link>
          ))}
        </span>
      </nav>
      <Answered query={recordings} waiting={<SkeletonRows rows={4} />}>
        {({ pages }) => {
          const all = pages.flatMap(({ data }) => data);
          if (all.length === 0) {
            return (
              <Blank
                icon={<RecordingIcon />}
                title={search.status === undefined ? 'No recordings yet' : 'No recording matches'}
              >
                {organisation.data?.storage_configured === false
                  ? 'Recording needs object storage, which is not set up for this organisation yet.'
                  : 'Halls that are created with record are recorded whenever somebody is inside.'}
              </Blank>
            );
          }
          return (
            <div className="card">
              <RecordingsTable recordings={all} />
              <ShowMore list={recordings} label="Show older" />
            </div>
          );
        }}
      </Answered>
    </>
  );
}
