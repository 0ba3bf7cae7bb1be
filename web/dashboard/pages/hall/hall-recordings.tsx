import { Link } from '@tanstack/react-router';
import { useAct } from '../../api/queries.ts';
import { describeError } from '../../api/refused.ts';
import { Button } from '../../kit/button.tsx';
import { ShowMore } from '../../kit/show-more.tsx';
import { useToast } from '../../kit/toast.tsx';
import { useSession } from '../../shell/session.tsx';
import { Answered } from '../../states/answered.tsx';
import { Notice } from '../../states/notice.tsx';
import { SkeletonBlock } from '../../states/skeleton.tsx';
import type { Hall } from '../halls/hall-words.tsx';
import { isRunning } from '../recordings/recording-words.tsx';
import { RecordingsTable } from '../recordings/recordings-table.tsx';
import { useRecordings } from '../recordings/use-recordings.ts';

/** The recordings of a hall; an open one can be recorded by hand. */
export function HallRecordings({ hall }: { hall: Hall }) {
  const { may } = useSession();
  const toast = useToast();
  const recordings = useRecordings({ hall_id: hall.id });
  const start = useAct('startRecording', ['listRecordings']);
  const runs = recordings.data?.pages.some(({ data }) => data.some(isRunning)) ?? true;
  const begin = () =>
    start.mutate({ params: { id: hall.id } }, { onSuccess: () => toast('The recording begins within seconds') });
  return (
    <section className="card" aria-labelledby="recordings">
      <header className="card-head">
        <h2 id="recordings">Recordings</h2>
        {hall.status === 'open' && !runs && may('developer') && (
          <Button small busy={start.isPending} onClick={begin}>
            Record now
          </Button>
        )}
      </header>
      {start.error !== null && (
        <div className="card-body">
          <Notice kind="danger">{describeError(start.error)}</Notice>
        </div>
      )}
      <Answered query={recordings} waiting={<SkeletonBlock height={92} />}>
        {({ pages }) => {
          const all = pages.flatMap(({ data }) => data);
          return all.length === 0 ? (
            <p className="card-body soft">
              Nothing was recorded. <Link to="/recordings">All recordings</Link>
            </p>
          ) : (
            <RecordingsTable recordings={all} named={false} foot={<ShowMore list={recordings} label="Show older" />} />
          );
        }}
      </Answered>
    </section>
  );
}
