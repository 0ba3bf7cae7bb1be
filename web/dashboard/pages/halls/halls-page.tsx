import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { askPages } from '../../api/queries.ts';
import { Button } from '../../kit/button.tsx';
import { TextField } from '../../kit/field.tsx';
import { textIn } from '../../kit/form-values.ts';
import { HallIcon, PlusIcon, SearchIcon } from '../../kit/icons.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { ShowMore } from '../../kit/show-more.tsx';
import { useSession } from '../../shell/session.tsx';
import { Answered } from '../../states/answered.tsx';
import { Blank } from '../../states/blank.tsx';
import { SkeletonRows } from '../../states/skeleton.tsx';
import { HallsTable } from './halls-table.tsx';
import { StartHallDialog } from './start-hall-dialog.tsx';

const states = [
  [undefined, 'All'],
  ['open', 'Open'],
  ['closed', 'Closed'],
] as const;

export function HallsPage() {
  const search = useSearch({ from: '/shell/halls' });
  const { may } = useSession();
  const [starting, setStarting] = useState(false);
  const halls = useInfiniteQuery(askPages('listHalls', { query: search }));
  const start = may('developer') ? (
    <Button look="primary" icon={<PlusIcon />} onClick={() => setStarting(true)}>
      Start a hall
    </Button>
  ) : undefined;
  const filtered = search.status !== undefined || search.external_id !== undefined;

  return (
    <>
      <PageHead title="Halls" about="Newest first. The list keeps itself up to date." actions={start} />
      <Filters />
      <Answered query={halls} waiting={<SkeletonRows rows={6} />}>
        {({ pages }) =>
          pages[0]?.data.length === 0 ? (
            filtered ? (
              <Blank icon={<SearchIcon />} title="No hall matches">
                Change the filter to see other halls.
              </Blank>
            ) : (
              <Blank icon={<HallIcon />} title="No halls yet" action={start}>
                Halls that are created with an API key, or here, appear in this list at once.
              </Blank>
            )
          ) : (
            <HallsTable halls={pages.flatMap(({ data }) => data)} foot={<ShowMore list={halls} label="Show older" />} />
          )
        }
      </Answered>
      {starting && <StartHallDialog onClose={() => setStarting(false)} />}
    </>
  );
}

function Filters() {
  const { status, external_id } = useSearch({ from: '/shell/halls' });
  const navigate = useNavigate();
  const find = (text: string | undefined) => {
    if (text?.startsWith('hall_')) return void navigate({ to: '/halls/$hallId', params: { hallId: text } });
    const kept = { ...(status === undefined ? {} : { status }), ...(text === undefined ? {} : { external_id: text }) };
    void navigate({ to: '/halls', search: kept });
  };
  return (
    <search>
      <form
        className="filters"
        onSubmit={(event) => {
          event.preventDefault();
          find(textIn(new FormData(event.currentTarget), 'find'));
        }}
      >
        <div className="field-wide">
          <TextField
            key={external_id ?? ''}
            label="Find by your reference or by id"
            name="find"
            type="search"
            defaultValue={external_id ?? ''}
            placeholder="external_id, or hall_…"
          />
        </div>
        <nav className="segments" aria-label="State">
          {states.map(([value, label]) => (
            <Link
              key={label}
              to="/halls"
              search={{
                ...(value === undefined ? {} : { status: value }),
                ...(external_id === undefined ? {} : { external_id }),
              }}
              className="segment"
              activeOptions={{ exact: true, includeSearch: true }}
              {...(status === value ? { 'aria-current': 'page' as const } : {})}
            >
              {label}
            </Link>
          ))}
        </nav>
      </form>
    </search>
  );
}
