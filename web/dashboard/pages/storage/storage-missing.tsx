import { Link } from '@tanstack/react-router';
import { useSession } from '../../shell/session.tsx';
import { Notice } from '../../states/notice.tsx';
import './storage.css';

/** Says that nothing can be recorded, and who can change that. */
export function StorageMissing() {
  const { may } = useSession();
  return (
    <div className="storage-missing">
      <Notice kind="warn">
        No halls can be recorded before there is storage.{' '}
        {may('admin') ? (
          <Link to="/settings/storage">Set up storage</Link>
        ) : (
          'An owner or admin sets it up in Settings.'
        )}
      </Notice>
    </div>
  );
}
