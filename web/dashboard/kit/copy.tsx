import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { CheckIcon, CopyIcon } from './icons.tsx';
import './copy.css';

const thanksMilliseconds = 2_000;

/** Copies a text, and says on the button that it did, or that the browser would not. */
export function CopyButton({ text, label = 'Copy', small = true }: { text: string; label?: string; small?: boolean }) {
  const [said, setSaid] = useState<string>();
  useEffect(() => {
    if (said === undefined) return;
    const timer = setTimeout(() => setSaid(undefined), thanksMilliseconds);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid('Copied'),
      () => setSaid('Select and copy it yourself'),
    );
  return (
    <Button small={small} icon={said === 'Copied' ? <CheckIcon /> : <CopyIcon />} onClick={() => void copy()}>
      <span aria-live="polite">{said ?? label}</span>
    </Button>
  );
}

/** Something to be kept, shown whole, with a button that copies it. */
export function CopyText({
  text,
  label,
  copies,
}: {
  text: string;
  label: string /** What is copied, where it is not the text shown. */;
  copies?: string;
}) {
  return (
    <figure className="copy" aria-label={label}>
      <pre className="copy-text">{text}</pre>
      <CopyButton text={copies ?? text} />
    </figure>
  );
}
