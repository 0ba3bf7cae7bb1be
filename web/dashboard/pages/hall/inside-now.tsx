import { useInfiniteQuery } from '@tanstack/react-query';
import { askPages } from '../../api/queries.ts';
import { Badge } from '../../kit/badge.tsx';
import { count, Time } from '../../kit/figures.tsx';
import { ShowMore } from '../../kit/show-more.tsx';
import { useSession } from '../../shell/session.tsx';
import { Answered } from '../../states/answered.tsx';
import { SkeletonBlock } from '../../states/skeleton.tsx';
import type { Hall } from '../halls/hall-words.tsx';
import { PersonMenu } from './person-menu.tsx';
import { personName, roleNames } from './roles.ts';

/** The people in the call at this moment, and what can be done about each. */
export function InsideNow({ hall }: { hall: Hall }) {
  const { may } = useSession();
  const people = useInfiniteQuery(
    askPages('listParticipants', { params: { id: hall.id }, query: { status: 'joined', limit: 50 } }),
  );
  return (
    <section className="card" aria-labelledby="inside-now">
      <header className="card-head">
        <h2 id="inside-now">Inside now</h2>
        <span className="soft">
          {count(hall.participant_count)} of {count(hall.max_participants)}
        </span>
      </header>
      <Answered query={people} waiting={<SkeletonBlock height={92} />}>
        {({ pages }) => {
          const inside = pages.flatMap(({ data }) => data);
          if (inside.length === 0)
            return <p className="card-body soft">Nobody is inside. Invite somebody, or enter yourself.</p>;
          return (
            <>
              <table className="table" aria-label="People inside">
                <tbody>
                  {inside.map((person) => (
                    <tr key={person.id}>
                      <td>
                        <div>
                          <span className="table-main">{personName(person)}</span>
                          {person.user_id !== null && <span className="table-sub">{person.user_id}</span>}
                        </div>
                      </td>
                      <td data-label="Role">
                        <Badge>{roleNames[person.role]}</Badge>
                      </td>
                      <td className="number" data-label="Since">
                        <Time at={person.joined_at} as="clock" />
                      </td>
                      {may('developer') && (
                        <td className="end">
                          <PersonMenu hallId={hall.id} person={person} />
                        </td>
                      )}
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
