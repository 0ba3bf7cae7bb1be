import { type ReactNode, useEffect } from 'react';
import { Offline } from '../states/offline.tsx';
import { Mark } from './mark.tsx';
import './shell.css';

/** A page for those who are not signed in. */
export function Lone({ title, about, children }: { title: string; about?: ReactNode; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Hall`;
  }, [title]);
  return (
    <main className="lone">
      <Offline />
      <Mark />
      <div className="card stack">
        <div>
          <h1>{title}</h1>
          {about !== undefined && <p className="soft">{about}</p>}
        </div>
        {children}
      </div>
    </main>
  );
}
