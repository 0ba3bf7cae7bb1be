import { useEffect, useRef } from 'react';
import './ending-page.css';
import { type Ending, endingText } from './endings.ts';

export function EndingPage({ ending, onAction }: { ending: Ending; onAction: () => void }) {
  const { title, text, action } = endingText(ending);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <main className="ending" data-ending={ending}>
      <div className="ending-card">
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
