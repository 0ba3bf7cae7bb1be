import { useEffect, useRef } from 'react';

export type Shortcuts = Record<string, (() => void) | undefined>;

/** Single letters act while no field has the focus, so that writing in the chat mutes nobody. */
export function useShortcuts(shortcuts: Shortcuts, enabled: boolean) {
  const current = useRef(shortcuts);
  useEffect(() => {
    current.current = shortcuts;
  });
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
      const action = current.current[letterOf(event)];
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [enabled]);
}

const isWriting = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, dialog, [contenteditable]') !== null;

/** On a keyboard without Latin letters, the key that stands where the letter would be. */
const letterOf = ({ key, code }: KeyboardEvent) => (/^[a-z]$/i.test(key) ? key : code.replace('Key', '')).toLowerCase();
