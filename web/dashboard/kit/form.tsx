import type { ReactNode } from 'react';
import { describeError } from '../api/refused.ts';
import { Notice } from '../states/notice.tsx';
import { Button } from './button.tsx';

/** Fields, what Hall refused of them, and the way to send them. Sending is left to `onSubmit`; the browser checks the fields before. */
export function Form({
  onSubmit,
  error,
  busy,
  action,
  danger = false,
  onCancel,
  children,
}: {
  onSubmit: (form: FormData) => void;
  error: unknown;
  busy: boolean;
  /** What the button says. */
  action: string;
  danger?: boolean;
  /** Of a form in a dialog. */
  onCancel?: () => void;
  children?: ReactNode;
}) {
  const send = (
    <Button type="submit" look={danger ? 'danger' : 'primary'} busy={busy}>
      {action}
    </Button>
  );
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(new FormData(event.currentTarget));
      }}
    >
      {children}
      {error !== null && error !== undefined && <Notice kind="danger">{describeError(error)}</Notice>}
      {onCancel === undefined ? (
        send
      ) : (
        <div className="dialog-actions">
          <Button onClick={onCancel}>Cancel</Button>
          {send}
        </div>
      )}
    </form>
  );
}
