import { useAct } from '../../api/queries.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { Form } from '../../kit/form.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { WebhookFields, webhookIn } from './webhook-fields.tsx';

export function CreateWebhookDialog({ onClose }: { onClose: () => void }) {
  const create = useAct('createWebhook', ['listWebhooks']);
  if (create.data !== undefined) {
    return (
      <SecretDialog
        key="made"
        secret={create.data.secret}
        about="Your receiver checks each delivery with it, by any library of Standard Webhooks. It is shown this once."
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog key="make" title="Add an endpoint" onClose={onClose}>
      <Form
        onSubmit={(form) => create.mutate({ body: webhookIn(form) })}
        error={create.error}
        busy={create.isPending}
        action="Add"
        onCancel={onClose}
      >
        <WebhookFields />
      </Form>
    </Dialog>
  );
}
