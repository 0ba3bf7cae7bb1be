import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { askPages } from '../../api/queries.ts';
import { Button } from '../../kit/button.tsx';
import { TextField } from '../../kit/field.tsx';
import { textIn } from '../../kit/form-values.ts';
import { PlusIcon } from '../../kit/icons.tsx';
import { ShowMore } from '../../kit/show-more.tsx';
import { Answered } from '../../states/answered.tsx';
import { Blank } from '../../states/blank.tsx';
import { SkeletonRows } from '../../states/skeleton.tsx';
import { CreateOrganisationDialog } from './create-organisation-dialog.tsx';
import { OrganisationsTable } from './organisations-table.tsx';

export function OrganisationsPart() {
  const [name, setName] = useState<string>();
  const [creating, setCreating] = useState(false);
  const organisations = useInfiniteQuery(askPages('listOrganisations', { query: name === undefined ? {} : { name } }));
  return (
    <div>
      <form
        className="filters"
        onSubmit={(event) => {
          event.preventDefault();
          setName(textIn(new FormData(event.currentTarget), 'name'));
        }}
      >
        <div className="field-wide">
          <TextField label="Find by name" name="name" type="search" maxLength={128} />
        </div>
        <Button look="primary" icon={<PlusIcon />} onClick={() => setCreating(true)}>
          Create organisation
        </Button>
      </form>
      <Answered query={organisations} waiting={<SkeletonRows rows={5} />}>
        {({ pages }) => {
          const all = pages.flatMap(({ data }) => data);
          if (all.length === 0) return <Blank title="No organisation matches" />;
          return (
            <div className="card">
              <OrganisationsTable organisations={all} />
              <ShowMore list={organisations} label="Show older" />
            </div>
          );
        }}
      </Answered>
      {creating && <CreateOrganisationDialog onClose={() => setCreating(false)} />}
    </div>
  );
}
