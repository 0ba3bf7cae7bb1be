import type { ReactNode } from 'react';
import { CheckIcon } from '../../kit/icons.tsx';

export function Step({
  number,
  title,
  done,
  waits = false,
  children,
}: {
  number: number;
  title: string;
  done: boolean;
  /** For an earlier step. */
  waits?: boolean;
  children: ReactNode;
}) {
  return (
    <li className={waits ? 'step card step-waits' : 'step card'}>
      <span className={done ? 'step-number step-done' : 'step-number'}>
        {done ? <CheckIcon /> : number}
        {done && <span className="visually-hidden">Done: </span>}
      </span>
      <div className="stack-small">
        <h2>{title}</h2>
        {children}
      </div>
    </li>
  );
}
