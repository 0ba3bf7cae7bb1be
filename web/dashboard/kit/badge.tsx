import type { ReactNode } from 'react';

type Tone = 'good' | 'plain' | 'warn' | 'danger' | 'live';

/** A state in a word. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}
