import { type ReactNode, useEffect, useRef } from 'react';

/** The heading of a page, what it is for, and what can be done on it. Names the tab, and takes the focus when the page opens. */
export function PageHead({
  title,
  about,
  actions,
  above,
}: {
  title: string;
  about?: ReactNode;
  actions?: ReactNode;
  above?: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Hall`;
  }, [title]);
  useEffect(() => {
    // Not in the first page of a visit, where the browser's own beginning is right.
    if (document.body.dataset.visited === 'true') heading.current?.focus({ preventScroll: true });
    document.body.dataset.visited = 'true';
  }, []);
  return (
    <header className="page-head">
      {above}
      <div className="page-head-row">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions !== undefined && <div className="actions">{actions}</div>}
      </div>
      {about !== undefined && <p className="page-about">{about}</p>}
    </header>
  );
}
