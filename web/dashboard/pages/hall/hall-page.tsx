import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ask } from '../../api/queries.ts';
import { duration, Time } from '../../kit/figures.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { Answered } from '../../states/answered.tsx';
import { SkeletonBlock } from '../../states/skeleton.tsx';
import { type Hall, HallState, nameOf } from '../halls/hall-words.tsx';
import { HallActions } from './hall-actions.tsx';
import { HallRecordings } from './hall-recordings.tsx';
import { InsideNow } from './inside-now.tsx';
import { Timeline } from './timeline.tsx';
import { WasThere } from './was-there.tsx';

export function HallPage() {
  const { hallId } = useParams({ from: '/shell/halls/$hallId' });
  const hall = useQuery(ask('getHall', { params: { id: hallId } }));
  return (
    <Answered query={hall} waiting={<Waiting />}>
      {(data) => (
        <>
          <PageHead
            above={
              <p className="small">
                <Link to="/halls">Halls</Link>
              </p>
            }
            title={nameOf(data)}
            about={<HallState hall={data} />}
            actions={<HallActions hall={data} />}
          />
          <div className="stack">
            <Facts hall={data} />
            {data.status === 'open' && <InsideNow hall={data} />}
            <HallRecordings hall={data} />
            <Timeline hallId={data.id} />
            <WasThere hallId={data.id} />
          </div>
        </>
      )}
    </Answered>
  );
}

function Facts({ hall }: { hall: Hall }) {
  const notes = Object.entries(hall.metadata);
  return (
    <section className="card card-body" aria-label="About this hall">
      <dl className="facts">
        <Fact name="Created">
          <Time at={hall.created_at} />
        </Fact>
        {hall.status === 'open' ? (
          <Fact name="Closes at the latest">
            <Time at={hall.expires_at} />
          </Fact>
        ) : (
          <Fact name="Closed">
            <Time at={hall.closed_at} />
          </Fact>
        )}
        <Fact name="Closes when empty for">{duration(hall.empty_timeout_seconds)}</Fact>
        <Fact name="Recorded">{hall.record ? 'Yes' : 'No'}</Fact>
        <Fact name="Your reference">{hall.external_id ?? '–'}</Fact>
        <Fact name="Id" wide>
          <span className="mono">{hall.id}</span>
        </Fact>
        {notes.map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
    </section>
  );
}

function Fact({ name, wide = false, children }: { name: string; wide?: boolean; children: React.ReactNode }) {
  return (
    <div {...(wide ? { className: 'wide' } : {})}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Waiting() {
  return (
    <div className="stack">
      <SkeletonBlock height={96} />
      <SkeletonBlock height={148} />
      <SkeletonBlock height={200} />
    </div>
  );
}
