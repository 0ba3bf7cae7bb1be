import { useAct } from '../../api/queries.ts';
import { describeError } from '../../api/refused.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/field.tsx';
import { textIn } from '../../kit/form-values.ts';
import { Notice } from '../../states/notice.tsx';
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
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          submit(new FormData(event.currentTarget));
        }}
      >
        <TextField label="Name" name="name" maxLength={128} defaultValue={hall.name ?? ''} autoFocus />
        <TextField label="Your reference" name="external_id" maxLength={128} defaultValue={hall.external_id ?? ''} />
        {update.error !== null && <Notice kind="danger">{describeError(update.error)}</Notice>}
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={update.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
