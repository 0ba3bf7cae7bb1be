import { describeError, Refused } from '../api/refused.ts';
import { Button } from '../kit/button.tsx';
import { LockIcon, SearchIcon, WarningIcon } from '../kit/icons.tsx';
import { Blank } from './blank.tsx';

/** Why a page could not be shown, and what to do. */
export function Failure({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const status = error instanceof Refused ? error.status : undefined;
  if (status === 403) {
    return (
      <Blank icon={<LockIcon />} title="You may not see this">
        {describeError(error)}
      </Blank>
    );
  }
  if (status === 404) {
    return (
      <Blank icon={<SearchIcon />} title="Not here">
        {describeError(error)} It may have been deleted, or belong to another of your organisations.
      </Blank>
    );
  }
  return (
    <div role="alert">
      <Blank
        icon={<WarningIcon />}
        title={status === 0 ? 'No connection' : 'This could not be loaded'}
        {...(onRetry === undefined ? {} : { action: <Button onClick={onRetry}>Try again</Button> })}
      >
        {describeError(error)}
      </Blank>
    </div>
  );
}
