import { useInfiniteQuery } from '@tanstack/react-query';
import type { Answer } from '../../api/call.ts';
import { askPages } from '../../api/queries.ts';
import { Time } from '../../kit/figures.tsx';
import { ShowMore } from '../../kit/show-more.tsx';
import { Answered } from '../../states/answered.tsx';
import { SkeletonBlock } from '../../states/skeleton.tsx';
import { eventTypes } from '../webhooks/event-types.ts';
import { personName } from './roles.ts';
import './timeline.css';

type HallEvent = Answer<'listEvents'>['data'][number];

const wordsOf = ({ type, data }: HallEvent): string => {
  const { participant } = data;
  if (participant === undefined) return eventTypes[type];
  return `${personName(participant)} ${type === 'participant.joined' ? 'entered' : 'left'}`;
};

/** What happened in a hall, the newest first. Events are kept for thirty days. */
export function Timeline({ hallId }: { hallId: string }) {
  const events = useInfiniteQuery(askPages('listEvents', { query: { hall_id: hallId } }));
  return (
    <section className="card" aria-labelledby="timeline">
      <header className="card-head">
        <h2 id="timeline">Timeline</h2>
      </header>
      <Answered query={events} waiting={<SkeletonBlock height={120} />}>
        {({ pages }) => {
          const all = pages.flatMap(({ data }) => data);
          if (all.length === 0) return <p className="card-body soft">Nothing in the last thirty days.</p>;
          return (
            <>
              <ol className="timeline" aria-labelledby="timeline">
                {all.map((event) => (
                  <li key={event.id} data-type={event.type.split('.')[0]}>
                    <span>{wordsOf(event)}</span>
                    <span className="soft small">
                      <Time at={event.created_at} />
                    </span>
                  </li>
                ))}
              </ol>
              <ShowMore list={events} label="Show older" />
            </>
          );
        }}
      </Answered>
    </section>
  );
}
