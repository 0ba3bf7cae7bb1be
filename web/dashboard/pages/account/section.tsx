import { type ReactNode, useId } from 'react';

/** A part of a settings page: what it is on the left, what can be done on the right. */
export function Section({ title, about, children }: { title: string; about: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className="card card-body settings" aria-labelledby={id}>
      <div className="stack-small">
        <h2 id={id}>{title}</h2>
        <p className="soft small">{about}</p>
      </div>
      <div>{children}</div>
    </section>
  );
}
