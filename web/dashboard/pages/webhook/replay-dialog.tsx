import { useAct } from '../../api/queries.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/field.tsx';
import { Form } from '../../kit/form.tsx';
import { textOf } from '../../kit/form-values.ts';
import { useToast } from '../../kit/toast.tsx';

/** `2026-11-21T19:30`, as the field for a local time takes it. */
const localMinute = (date: Date): string =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

/** Sends what happened in a span of time once more. */
export function ReplayDialog({ webhookId, onClose }: { webhookId: string; onClose: () => void }) {
  const replay = useAct('replayWebhook', ['listWebhookDeliveries']);
  const toast = useToast();
  const submit = (form: FormData) =>
    replay.mutate(
      {
        params: { id: webhookId },
        body: {
          from: new Date(textOf(form, 'from')).toISOString(),
          to: new Date(textOf(form, 'to')).toISOString(),
        },
      },
      {
        onSuccess: () => {
          toast('The replay is under way');
          onClose();
        },
      },
    );
  return (
    <Dialog title="Replay events" onClose={onClose}>
      <Form onSubmit={submit} error={replay.error} busy={replay.isPending} action="Replay" onCancel={onClose}>
        <p className="soft">
          Every event of that time that this endpoint wants is sent again, with the id it had: a receiver that keeps ids
          leaves out what it knows. Events are kept for thirty days.
        </p>
        <div className="form-row">
          <TextField
            label="From"
            name="from"
            type="datetime-local"
            required
            min={localMinute(daysAgo(30))}
            defaultValue={localMinute(daysAgo(1))}
          />
          <TextField label="Until" name="to" type="datetime-local" required defaultValue={localMinute(new Date())} />
        </div>
      </Form>
    </Dialog>
  );
}
