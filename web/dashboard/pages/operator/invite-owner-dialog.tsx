import { useAct } from '../../api/queries.ts';
import { Button } from '../../kit/button.tsx';
import { CopyText } from '../../kit/copy.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/field.tsx';
import { Form } from '../../kit/form.tsx';
import { textOf } from '../../kit/form-values.ts';

export function InviteOwnerDialog({
  organisation,
  onClose,
}: {
  organisation: { id: string; name: string };
  onClose: () => void;
}) {
  const invite = useAct('inviteOwner', []);
  if (invite.data !== undefined) {
    return (
      <Dialog key="made" title="Send them this link" onClose={onClose} wide>
        <div className="stack-small">
          <p className="soft">
            {invite.data.mailed && 'It was mailed already. '}It works once, within a week, for{' '}
            {invite.variables.body.email} alone, and is shown this once.
          </p>
          <CopyText text={invite.data.url} label="Invitation" />
        </div>
        <div className="dialog-actions">
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog key="invite" title={`Who owns ${organisation.name}?`} onClose={onClose}>
      <Form
        onSubmit={(form) =>
          invite.mutate({ params: { id: organisation.id }, body: { email: textOf(form, 'email'), role: 'owner' } })
        }
        error={invite.error}
        busy={invite.isPending}
        action="Invite as owner"
        onCancel={onClose}
      >
        <TextField label="E-mail" name="email" type="email" maxLength={254} required autoFocus />
      </Form>
    </Dialog>
  );
}
