import type { Answer } from '../../api/call.ts';
import { useAct } from '../../api/queries.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { Form } from '../../kit/form.tsx';
import { WebhookFields, webhookIn } from '../webhooks/webhook-fields.tsx';

export function ChangeWebhookDialog({ webhook, onClose }: { webhook: Answer<'getWebhook'>; onClose: () => void }) {
  const update = useAct('updateWebhook', ['getWebhook', 'listWebhooks']);
  return (
    <Dialog title="Change the endpoint" onClose={onClose}>
      <Form
        onSubmit={(form) =>
          update.mutate({ params: { id: webhook.id }, body: webhookIn(form) }, { onSuccess: onClose })
        }
        error={update.error}
        busy={update.isPending}
        action="Save"
        onCancel={onClose}
      >
        <WebhookFields webhook={webhook} />
      </Form>
    </Dialog>
  );
}
