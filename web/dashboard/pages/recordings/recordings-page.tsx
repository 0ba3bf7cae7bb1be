import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ask } from '../../api/queries.ts';
import { SelectField, TextField } from '../../kit/field.tsx';
import { textIn } from '../../kit/form-values.ts';
import { RecordingIcon, SearchIcon } from '../../kit/icons.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { ShowMore } from '../../kit/show-more.tsx';
import { Answered } from '../../states/answered.tsx';
import { Blank } from '../../states/blank.tsx';
import { SkeletonRows } from '../../states/skeleton.tsx';
import { StorageMissing } from '../storage/storage-missing.tsx';
import { recordingStatuses, statusNames } from './recording-words.tsx';
import { RecordingsTable } from './recordings-table.tsx';
import { useRecordings } from './use-recordings.ts';

const choices = [['', 'All'] as const, ...recordingStatuses.map((status) => [status, statusNames[status]] as const)];

/** Every recording of the organisation. */
export function RecordingsPage() {
  const search = useSearch({ from: '/shell/recordings' });
  const organisation = useQuery(ask('getOrganisation', {}));
  const recordings = useRecordings(search);
  const filtered = search.status !== undefined || search.hall_id !== undefined;
  return (
    <>
      <PageHead title="Recordings" about="Newest first, those of deleted halls too. They lie in your own storage." />
      {organisation.data?.storage_configured === false && <StorageMissing />}
      <Filters />
      <Answered query={recordings} waiting={<SkeletonRows rows={6} />}>
        {({ pages }) => {
          const all = pages.flatMap(({ data }) => data);
          if (all.length > 0)
            return (
              <div className="card">
                <RecordingsTable recordings={all} foot={<ShowMore list={recordings} label="Show older" />} />
              </div>
            );
          return filtered ? (
            <Blank icon={<SearchIcon />} title="No recording matches">
              Change the filter to see other recordings.
            </Blank>
          ) : (
            <Blank icon={<RecordingIcon />} title="No recordings yet">
              Halls that are started with “Record” are recorded whenever somebody is inside; an open hall’s page begins
              a recording by hand.
            </Blank>
          );
        }}
      </Answered>
    </>
  );
}

function Filters() {
  const { status, hall_id } = useSearch({ from: '/shell/recordings' });
  const navigate = useNavigate();
  const filter = (form: HTMLFormElement) => {
    const given = new FormData(form);
    const chosen = recordingStatuses.find((one) => one === given.get('status'));
    const hall = textIn(given, 'hall');
    void navigate({
      to: '/recordings',
      search: { ...(chosen === undefined ? {} : { status: chosen }), ...(hall === undefined ? {} : { hall_id: hall }) },
    });
  };
  return (
    <search>
      <form
        className="filters"
        onSubmit={(event) => {
          event.preventDefault();
          filter(event.currentTarget);
        }}
      >
        <div className="field-wide">
          <TextField
            key={hall_id ?? ''}
            label="Of one hall, by its id"
            name="hall"
            type="search"
            defaultValue={hall_id ?? ''}
            placeholder="hall_…"
          />
        </div>
        <SelectField
          label="State"
          name="status"
          choices={choices}
          value={status ?? ''}
          onChange={({ currentTarget }) => currentTarget.form !== null && filter(currentTarget.form)}
        />
      </form>
    </search>
  );
}
