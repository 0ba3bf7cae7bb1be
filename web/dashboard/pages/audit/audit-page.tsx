import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { saveAs } from '../../api/download.ts';
import { askPages } from '../../api/queries.ts';
import { describeError } from '../../api/refused.ts';
import { Button } from '../../kit/button.tsx';
import { SelectField, TextField } from '../../kit/field.tsx';
import { textIn } from '../../kit/form-values.ts';
import { AuditIcon } from '../../kit/icons.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { ShowMore } from '../../kit/show-more.tsx';
import { useToast } from '../../kit/toast.tsx';
import { chosenOrganisation } from '../../shell/chosen-organisation.ts';
import { Answered } from '../../states/answered.tsx';
import { Blank } from '../../states/blank.tsx';
import { SkeletonRows } from '../../states/skeleton.tsx';
import { AuditTable } from './audit-table.tsx';
import { deeds } from './deeds.ts';

const choices = [['', 'Everything'], ...Object.entries(deeds)] as readonly (readonly [string, string])[];

export function AuditPage() {
  const search = useSearch({ from: '/shell/audit-log' });
  const log = useInfiniteQuery(askPages('listAuditLog', { query: search }));
  const toast = useToast();
  const save = async () => {
    try {
      const text = await call('exportAuditLog', { query: search }, { organisation: chosenOrganisation() });
      saveAs('audit-log.csv', text, 'text/csv');
    } catch (error) {
      toast(describeError(error));
    }
  };
  return (
    <>
      <PageHead
        title="Audit log"
        about="What people did in this dashboard, newest first. Nobody can change it."
        actions={<Button onClick={() => void save()}>Download CSV</Button>}
      />
      <Filters />
      <Answered query={log} waiting={<SkeletonRows rows={6} />}>
        {({ pages }) => {
          const entries = pages.flatMap(({ data }) => data);
          if (entries.length === 0) return <Blank icon={<AuditIcon />} title="Nothing matches" />;
          return (
            <div className="card">
              <AuditTable entries={entries} />
              <ShowMore list={log} label="Show older" />
            </div>
          );
        }}
      </Answered>
    </>
  );
}

/** A day that a person names is one of theirs; Hall takes times. */
const startOf = (day: string | undefined, plusDays = 0): string | undefined => {
  if (day === undefined) return undefined;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + plusDays).toISOString();
};

const dayOf = (time: string | undefined, plusDays = 0): string => {
  if (time === undefined) return '';
  const date = new Date(time);
  date.setDate(date.getDate() + plusDays);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

function Filters() {
  const search = useSearch({ from: '/shell/audit-log' });
  const navigate = useNavigate();
  const change = (form: FormData) => {
    const wish = {
      action: textIn(form, 'action'),
      from: startOf(textIn(form, 'from')),
      until: startOf(textIn(form, 'until'), 1),
    };
    const given = Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined));
    void navigate({ to: '/audit-log', search: given });
  };
  return (
    <form className="filters" onChange={(event) => change(new FormData(event.currentTarget))}>
      <SelectField label="What" name="action" choices={choices} defaultValue={search.action ?? ''} />
      <TextField label="From" name="from" type="date" defaultValue={dayOf(search.from)} />
      <TextField label="Until" name="until" type="date" defaultValue={dayOf(search.until, -1)} />
    </form>
  );
}
