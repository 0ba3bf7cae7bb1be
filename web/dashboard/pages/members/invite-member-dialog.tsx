import { useAct } from '../../api/queries.ts';
import { Button } from '../../kit/button.tsx';
import { CopyText } from '../../kit/copy.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { SelectField, TextField } from '../../kit/field.tsx';
import { Time } from '../../kit/figures.tsx';
import { Form } from '../../kit/form.tsx';
import { textOf } from '../../kit/form-values.ts';
import { type MemberRole, useSession } from '../../shell/session.tsx';
import { choicesFor } from './member-roles.ts';

/** Makes a link for one person, and mails it where this installation sends mail. */
export function InviteMemberDialog({ onClose }: { onClose: () => void }) {
  const { may } = useSession();
  const invite = useAct('createInvitation', ['listInvitations']);
  const submit = (form: FormData) =>
    invite.mutate({ body: { email: textOf(form, 'email'), role: textOf(form, 'role') as MemberRole } });
  if (invite.data !== undefined) {
    const { url, expires_at, mailed } = invite.data;
    return (
      <Dialog key="made" title={mailed ? 'The invitation is on its way' : 'Send them this link'} onClose={onClose} wide>
        <div className="stack-small">
          <p className="soft">
            {mailed ? 'It was mailed, and can also be sent another way.' : 'This installation sends no mail.'} The link
            works once, for {invite.variables.body.email} alone, until <Time at={expires_at} />. It is shown this once.
          </p>
          <CopyText text={url} label="Invitation" />
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
    <Dialog title="Invite a member" onClose={onClose}>
      <Form onSubmit={submit} error={invite.error} busy={invite.isPending} action="Invite" onCancel={onClose}>
        <TextField label="E-mail" name="email" type="email" maxLength={254} required autoFocus />
        <SelectField label="Role" name="role" choices={choicesFor(may('owner'))} defaultValue="developer" />
      </Form>
    </Dialog>
  );
}
