import { useAct } from '../../api/queries.ts';
import { Button } from '../../kit/button.tsx';
import { CopyText } from '../../kit/copy.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { SelectField, TextField } from '../../kit/field.tsx';
import { Time } from '../../kit/figures.tsx';
import { Form } from '../../kit/form.tsx';
import { textIn } from '../../kit/form-values.ts';
import { type CallRole, roleNames } from './roles.ts';

const roles = [
  ['participant', 'Participant: camera, microphone, chat'],
  ['viewer', 'Viewer: watches and chats'],
  ['host', 'Host: also mutes, removes and ends'],
] as const;

/** A day: who gets a link by mail opens it later. */
const linkSeconds = 86_400;

/** Makes a link that lets one person in. */
export function InviteDialog({ hallId, onClose }: { hallId: string; onClose: () => void }) {
  const join = useAct('joinHall', ['listParticipants']);
  const submit = (form: FormData) => {
    const name = textIn(form, 'name');
    const role = (textIn(form, 'role') ?? 'participant') as CallRole;
    join.mutate({
      params: { id: hallId },
      body: { role, token_ttl_seconds: linkSeconds, ...(name === undefined ? {} : { name }) },
    });
  };
  if (join.data !== undefined) {
    const { participant, join_url, expires_at } = join.data;
    return (
      <Dialog title={`A link for ${participant.name ?? `a ${roleNames[participant.role]}`}`} onClose={onClose} wide>
        <div className="stack-small">
          <p className="soft">
            It lets one person in, and may be used to enter until <Time at={expires_at} />.
          </p>
          <CopyText text={join_url} label="Link into the hall" />
        </div>
        <div className="dialog-actions">
          <Button onClick={() => join.reset()}>Invite another</Button>
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title="Invite into the hall" onClose={onClose}>
      <Form onSubmit={submit} error={join.error} busy={join.isPending} action="Make the link" onCancel={onClose}>
        <TextField
          label="Name"
          name="name"
          maxLength={128}
          hint="Shown to the others; they can give it themselves."
          autoFocus
        />
        <SelectField label="Role" name="role" choices={roles} />
      </Form>
    </Dialog>
  );
}
