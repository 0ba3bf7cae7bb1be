import type { ReactNode } from 'react';
import { Dialog } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/field.tsx';
import { Form } from '../../kit/form.tsx';
import { textOf } from '../../kit/form-values.ts';

/** Asks for the password again before something that makes an account safer or less safe. */
export function PasswordDialog({
  title,
  action,
  danger = false,
  act,
  onPassword,
  onClose,
  children,
}: {
  title: string;
  action: string;
  danger?: boolean;
  act: { error: unknown; isPending: boolean };
  onPassword: (password: string) => void;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        onSubmit={(form) => onPassword(textOf(form, 'password'))}
        error={act.error}
        busy={act.isPending}
        action={action}
        danger={danger}
        onCancel={onClose}
      >
        <p className="soft">{children}</p>
        <TextField
          label="Your password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          autoFocus
        />
      </Form>
    </Dialog>
  );
}
