import { useSyncExternalStore } from 'react';
import { WarningIcon } from '../kit/icons.tsx';

const subscribe = (listener: () => void) => {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
};

/** Says that what is shown may be old, as long as this device has no network. */
export function Offline() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!online && (
        <p className="offline">
          <WarningIcon /> You are offline. What you see may be old; it is brought up to date when you are back.
        </p>
      )}
    </div>
  );
}
