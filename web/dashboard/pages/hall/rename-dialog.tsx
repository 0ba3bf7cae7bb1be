import { useAct } from '../../api/queries.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/field.tsx';
import { Form } from '../../kit/form.tsx';
import { textIn } from '../../kit/form-values.ts';
import type { Hall } from '../halls/hall-words.tsx';

export function RenameDialog({ hall, onClose }: { hall: Hall; onClose: () => void }) {
  const update = useAct('updateHall', ['getHall', 'listHalls']);
  const submit = (form: FormData) =>
    update.mutate(
      {
        params: { id: hall.id },
        body: { name: textIn(form, 'name') ?? null, external_id: textIn(form, 'external_id') ?? null },
      },
      { onSuccess: onClose },
    );
  return (
    <Dialog title="Rename the hall" onClose={onClose}>
      <Form onSubmit={submit} error={update.error} busy={update.isPending} action="Save" onCancel={onClose}>
        <TextField label="Name" name="name" maxLength={128} defaultValue={hall.name ?? ''} autoFocus />
        <TextField label="Your reference" name="external_id" maxLength={128} defaultValue={hall.external_id ?? ''} />
      </Form>
    </Dialog>
  );
}
