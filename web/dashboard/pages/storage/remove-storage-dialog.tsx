import { useAct } from '../../api/queries.ts';
import { Refused } from '../../api/refused.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { Form } from '../../kit/form.tsx';
import { useToast } from '../../kit/toast.tsx';

/** Asks before the settings go; what keeps them from going can be overruled, once its price was said. */
export function RemoveStorageDialog({ onClose }: { onClose: () => void }) {
  const remove = useAct('removeStorage', ['getStorage', 'getOrganisation']);
  const toast = useToast();
  const inUse = remove.error instanceof Refused && remove.error.code === 'storage_in_use';
  const submit = () =>
    remove.mutate(
      { query: inUse ? { force: true } : {} },
      {
        onSuccess: () => {
          toast('The storage is removed');
          onClose();
        },
      },
    );
  return (
    <Dialog title="Remove the storage?" onClose={onClose}>
      <Form
        onSubmit={submit}
        error={remove.error}
        busy={remove.isPending}
        action={inUse ? 'Remove all the same' : 'Remove storage'}
        danger
        onCancel={onClose}
      >
        <p className="soft">
          What is in the bucket stays there, but Hall forgets the key to it: recordings cannot be played, downloaded or
          deleted here until there are settings again, and no new hall can be recorded.
        </p>
        {inUse && (
          <p className="soft">
            Removed all the same, what those halls record is kept by the recorder and waits there until there are
            settings again. Should the recorder’s disk be lost in between, so are these recordings.
          </p>
        )}
      </Form>
    </Dialog>
  );
}
