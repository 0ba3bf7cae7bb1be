import { useAct } from '../../api/queries.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/field.tsx';
import { Form } from '../../kit/form.tsx';
import { textOf } from '../../kit/form-values.ts';
import { useToast } from '../../kit/toast.tsx';
import type { Administered } from './organisations-table.tsx';

export function SuspendDialog({ organisation, onClose }: { organisation: Administered; onClose: () => void }) {
  const suspend = useAct('suspendOrganisation', ['listOrganisations', 'getInstallation', 'getSession']);
  const toast = useToast();
  const submit = (form: FormData) =>
    suspend.mutate(
      { params: { id: organisation.id }, body: { reason: textOf(form, 'reason') } },
      {
        onSuccess: () => {
          toast(`${organisation.name} is suspended`);
          onClose();
        },
      },
    );
  return (
    <Dialog title={`Suspend ${organisation.name}?`} onClose={onClose}>
      <Form onSubmit={submit} error={suspend.error} busy={suspend.isPending} action="Suspend" danger onCancel={onClose}>
        <p className="soft">
          Within a second its API keys are refused with the reason, its people can only look, and nobody enters its
          halls. Who is inside stays until the hall ends.
        </p>
        <TextField label="Reason" name="reason" maxLength={500} required hint="Told to whoever is refused." autoFocus />
      </Form>
    </Dialog>
  );
}
