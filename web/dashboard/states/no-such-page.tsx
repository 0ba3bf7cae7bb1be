import { Link } from '@tanstack/react-router';
import { buttonClass } from '../kit/button.tsx';
import { SearchIcon } from '../kit/icons.tsx';
import { Blank } from './blank.tsx';

export function NoSuchPage() {
  return (
    <main className="lone">
      <Blank
        icon={<SearchIcon />}
        title="There is no such page"
        action={
          <Link to="/" className={buttonClass('primary')}>
            To the overview
          </Link>
        }
      >
        The address may be mistyped, or from an older version of Hall.
      </Blank>
    </main>
  );
}
