import { useInfiniteQuery } from '@tanstack/react-query';
import { askPages } from '../../api/queries.ts';
import { Badge } from '../../kit/badge.tsx';
import { Time } from '../../kit/figures.tsx';
import { ShowMore } from '../../kit/show-more.tsx';
import { Answered } from '../../states/answered.tsx';
import { SkeletonBlock } from '../../states/skeleton.tsx';
import { type Participant, personName, roleNames } from './roles.ts';

const words: Readonly<Record<Participant['status'], string>> = {
  invited: 'Invited',
  joined: 'Inside',
  left: 'Left',
  removed: 'Removed',
};

/** Everybody who was ever invited. */
export function WasThere({ hallId }: { hallId: string }) {
  const people = useInfiniteQuery(askPages('listParticipants', { params: { id: hallId } }));
  return (
    <section className="card" aria-labelledby="was-there">
      <header className="card-head">
        <h2 id="was-there">Everybody invited</h2>
      </header>
      <Answered query={people} waiting={<SkeletonBlock height={92} />}>
        {({ pages }) => {
          const all = pages.flatMap(({ data }) => data);
          if (all.length === 0) return <p className="card-body soft">Nobody was invited yet.</p>;
          return (
            <>
              <table className="table">
                <thead>
                  <tr>
                    <th>Name</th>
                    <th>Role</th>
                    <th>State</th>
                    <th className="number">First entered</th>
                    <th className="number">Last left</th>
                  </tr>
                </thead>
                <tbody>
                  {all.map((person) => (
                    <tr key={person.id}>
                      <td>
                        <span className="table-main">{personName(person)}</span>
                      </td>
                      <td data-label="Role">{roleNames[person.role]}</td>
                      <td data-label="State">
                        <Badge
                          tone={person.status === 'joined' ? 'live' : person.status === 'removed' ? 'danger' : 'plain'}
                        >
                          {words[person.status]}
                        </Badge>
                      </td>
                      <td className="number" data-label="First entered">
                        <Time at={person.joined_at} />
                      </td>
                      <td className="number" data-label="Last left">
                        <Time at={person.left_at} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
              <ShowMore list={people} />
            </>
          );
        }}
      </Answered>
    </section>
  );
}
