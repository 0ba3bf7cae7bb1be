import type { ReactNode } from 'react';
import { WarningIcon } from '../kit/icons.tsx';
import './states.css';

/** Something to know where it matters; a failure is read out at once. */
export function Notice({ kind = 'plain', children }: { kind?: 'plain' | 'warn' | 'danger'; children: ReactNode }) {
  return (
    <div className={`notice notice-${kind}`} {...(kind === 'danger' ? { role: 'alert' } : {})}>
      {kind !== 'plain' && <WarningIcon />}
      <div>{children}</div>
    </div>
  );
}
