import { useEffect, useRef } from 'react';
import { BrandMark } from '../brand/brand-mark.tsx';
import type { Organisation } from '../hall-view.ts';
import './ending-page.css';
import { type Ending, endingText } from './endings.ts';

export function EndingPage({
  ending,
  organisation,
  onAction,
}: {
  ending: Ending;
  /** Unknown where the link itself was refused. */
  organisation?: Organisation | undefined;
  onAction: () => void;
}) {
  const { title, text, action } = endingText(ending);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <main className="ending" data-ending={ending}>
      <div className="ending-card">
        {organisation !== undefined && (
          <div className="ending-brand">
            <BrandMark organisation={organisation} />
          </div>
        )}
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className="ending-text">{text}</p>
        {action !== undefined && (
          <button type="button" className="button button-primary" onClick={onAction}>
            {action}
          </button>
        )}
      </div>
    </main>
  );
}
