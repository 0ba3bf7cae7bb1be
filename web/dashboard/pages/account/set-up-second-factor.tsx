import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '../../api/queries.ts';
import { CopyText } from '../../kit/copy.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/field.tsx';
import { Form } from '../../kit/form.tsx';
import { textOf } from '../../kit/form-values.ts';
import { useToast } from '../../kit/toast.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

/** Password, then the code of the app, then the recovery codes. */
export function SetUpSecondFactor({ onClose }: { onClose: () => void }) {
  const begin = useAct('beginSecondFactor', []);
  // The card learns that it is on when the codes have been seen.
  const confirm = useAct('confirmSecondFactor', ['listSessions', 'listMembers']);
  const queries = useQueryClient();
  const [confirmed, setConfirmed] = useState(false);
  const toast = useToast();
  const finish = () => {
    void queries.invalidateQueries({ queryKey: ['getSession'] });
    toast('The second factor is on');
    onClose();
  };
  if (begin.data === undefined) {
    return (
      <PasswordDialog
        title="Set up a second factor"
        action="Continue"
        act={begin}
        onPassword={(password) => begin.mutate({ body: { password } })}
        onClose={onClose}
      >
        You need an authenticator app on your phone.
      </PasswordDialog>
    );
  }
  const { uri, recovery_codes } = begin.data;
  if (confirmed) return <RecoveryCodesDialog key="codes" codes={recovery_codes} onClose={finish} />;
  return (
    <Dialog key="scan" title="Scan this with the app" onClose={onClose}>
      <Form
        onSubmit={(form) =>
          confirm.mutate(
            { body: { code: textOf(form, 'code').replaceAll(' ', '') } },
            { onSuccess: () => setConfirmed(true) },
          )
        }
        error={confirm.error}
        busy={confirm.isPending}
        action="Switch on"
        onCancel={onClose}
      >
        <QrCode text={uri} label="Code to scan with the authenticator app" />
        <details className="small">
          <summary>It cannot be scanned</summary>
          <CopyText text={new URL(uri).searchParams.get('secret') ?? uri} label="Secret to type into the app" />
        </details>
        <TextField
          label="Code that the app shows"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9 ]{6,7}"
          required
          autoFocus
        />
      </Form>
    </Dialog>
  );
}
