import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { askPages, useAct } from '../../api/queries.ts';
import { describeError } from '../../api/refused.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { CopyText } from '../../kit/copy.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/field.tsx';
import { textIn } from '../../kit/form-values.ts';
import { ShowMore } from '../../kit/show-more.tsx';
import { useToast } from '../../kit/toast.tsx';
import { Answered } from '../../states/answered.tsx';
import { Blank } from '../../states/blank.tsx';
import { SkeletonRows } from '../../states/skeleton.tsx';

/** Everybody with an account, and links for those who cannot sign in any more. */
export function PeoplePart() {
  const [email, setEmail] = useState<string>();
  const people = useInfiniteQuery(askPages('listPeople', { query: email === undefined ? {} : { email } }));
  const reset = useAct('createPersonResetLink', []);
  const toast = useToast();
  return (
    <div>
      <form
        className="filters"
        onSubmit={(event) => {
          event.preventDefault();
          setEmail(textIn(new FormData(event.currentTarget), 'find'));
        }}
      >
        <div className="field-wide">
          <TextField label="Find by e-mail" name="find" type="search" maxLength={254} />
        </div>
      </form>
      <Answered query={people} waiting={<SkeletonRows rows={5} />}>
        {({ pages }) => {
          const all = pages.flatMap(({ data }) => data);
          if (all.length === 0) return <Blank title="Nobody matches" />;
          return (
            <div className="card">
              <table className="table">
                <tbody>
                  {all.map((person) => (
                    <tr key={person.id}>
                      <td>
                        <div>
                          <span className="table-main">{person.name}</span>
                          <span className="table-sub">{person.email}</span>
                        </div>
                      </td>
                      <td>
                        <span className="actions">
                          {person.is_operator && <Badge tone="warn">Operator</Badge>}
                          {person.second_factor && <Badge tone="good">Second factor</Badge>}
                        </span>
                      </td>
                      <td className="end">
                        <Button
                          small
                          onClick={() =>
                            reset.mutate(
                              { params: { id: person.id } },
                              { onError: (error) => toast(describeError(error)) },
                            )
                          }
                          aria-label={`Link for a new password for ${person.name}`}
                        >
                          New password
                        </Button>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
              <ShowMore list={people} />
            </div>
          );
        }}
      </Answered>
      {reset.data !== undefined && (
        <Dialog title="Link for a new password" onClose={() => reset.reset()} wide>
          <div className="stack-small">
            <p className="soft">Send it to its person alone. It works once, within an hour, and is shown this once.</p>
            <CopyText text={reset.data.url} label="Link for a new password" />
          </div>
          <div className="dialog-actions">
            <Button look="primary" onClick={() => reset.reset()}>
              Done
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
