import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { askPages } from '../../api/queries.ts';
import { describeError } from '../../api/refused.ts';
import { Button } from '../../kit/button.tsx';
import { OpenIcon } from '../../kit/icons.tsx';
import { Notice } from '../../states/notice.tsx';
import { type Hall, HallState, nameOf } from '../halls/hall-words.tsx';
import { useEnterHall } from '../halls/use-enter-hall.ts';

/** Waits for a hall that was created since, and lets one in. */
export function FirstHall({ since, onEnter }: { since: string; onEnter: () => void }) {
  const halls = useInfiniteQuery(askPages('listHalls', { query: { status: 'open', limit: 1 } }));
  const newest = halls.data?.pages[0]?.data[0];
  return (
    <div aria-live="polite">
      {newest !== undefined && newest.created_at >= since ? (
        <Arrived hall={newest} onEnter={onEnter} />
      ) : (
        <p className="waiting soft">
          <span className="spinner" aria-hidden="true" /> Waiting for your first hall. It appears here by itself.
        </p>
      )}
    </div>
  );
}

function Arrived({ hall, onEnter }: { hall: Hall; onEnter: () => void }) {
  const { enter, link, error, busy } = useEnterHall(hall.id);
  return (
    <div className="stack-small">
      <div className="arrived">
        <Link to="/halls/$hallId" params={{ hallId: hall.id }} className="table-main">
          {nameOf(hall)}
        </Link>
        <HallState hall={hall} />
        <Button look="primary" icon={<OpenIcon />} busy={busy} onClick={() => void enter().then(onEnter)}>
          Enter the hall
        </Button>
      </div>
      {link !== undefined && (
        <Notice kind="warn">
          The browser opened no tab.{' '}
          <a href={link} target="_blank" rel="noopener noreferrer">
            Enter the hall
          </a>
        </Notice>
      )}
      {error !== null && <Notice kind="danger">{describeError(error)}</Notice>}
    </div>
  );
}
