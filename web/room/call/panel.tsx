import { type ReactNode, useEffect, useRef } from 'react';
import { CloseIcon } from '../../shared/icons.tsx';
import { RoundButton } from '../round-button.tsx';
import './panel.css';

/** What opens beside the stage, and over it on a phone. */
export function Panel({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    heading.current?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <aside
      className="panel"
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <header className="panel-head">
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <RoundButton label={`Close ${title.toLowerCase()}`} icon={<CloseIcon />} onClick={onClose} />
      </header>
      {children}
    </aside>
  );
}
