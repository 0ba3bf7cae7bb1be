import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { CloseIcon } from '../../shared/icons.tsx';
import './dialog.css';

/** A window over the page. The browser keeps the focus in it, closes it on Escape, and gives the focus back. */
export function Dialog({
  title,
  onClose,
  wide = false,
  children,
}: {
  title: string;
  onClose: () => void;
  wide?: boolean;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // While it still stands in the page, closing gives the focus back to where it was.
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    // The browser would begin with the button that closes.
    current?.querySelector<HTMLElement>('form input, form select')?.focus();
    return () => current?.close();
  }, []);
  return (
    <dialog ref={dialog} className={wide ? 'dialog dialog-wide' : 'dialog'} aria-labelledby={id} onClose={onClose}>
      <header className="dialog-head">
        <h2 id={id}>{title}</h2>
        <button type="button" className="icon-button" aria-label="Close" onClick={() => dialog.current?.close()}>
          <CloseIcon />
        </button>
      </header>
      {children}
    </dialog>
  );
}
