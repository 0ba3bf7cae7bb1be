import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { CloseIcon } from '../../shared/icons.tsx';
import { RoundButton } from '../round-button.tsx';
import './dialog.css';

/** A small window over the call. The browser keeps the focus in it, closes it on Escape, and gives the focus back. */
export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // While it still stands in the page, closing gives the focus back to where it was.
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => current?.close();
  }, []);
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={id} onClose={onClose}>
      <header className="panel-head">
        <h2 id={id}>{title}</h2>
        <RoundButton label="Close" icon={<CloseIcon />} onClick={() => dialog.current?.close()} />
      </header>
      {children}
    </dialog>
  );
}
