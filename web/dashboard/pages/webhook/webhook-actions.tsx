import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { MoreIcon } from '../../../shared/icons.tsx';
import type { Answer } from '../../api/call.ts';
import { useAct } from '../../api/queries.ts';
import { describeError } from '../../api/refused.ts';
import { Button } from '../../kit/button.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { Menu, MenuItem } from '../../kit/menu.tsx';
import { useToast } from '../../kit/toast.tsx';
import { useSession } from '../../shell/session.tsx';
import { SecretDialog } from '../webhooks/secret-dialog.tsx';
import { ChangeWebhookDialog } from './change-webhook-dialog.tsx';
import { ReplayDialog } from './replay-dialog.tsx';

/** What can be done with an endpoint. */
export function WebhookActions({ webhook }: { webhook: Answer<'getWebhook'> }) {
  const [asked, setAsked] = useState<'change' | 'replay' | 'rotate' | 'delete'>();
  const [secret, setSecret] = useState<string>();
  const toast = useToast();
  const navigate = useNavigate();
  const changed = ['getWebhook', 'listWebhooks', 'listWebhookDeliveries'] as const;
  const test = useAct('testWebhook', changed);
  const update = useAct('updateWebhook', changed);
  const rotate = useAct('rotateWebhookSecret', changed);
  const remove = useAct('deleteWebhook', ['listWebhooks']);
  const { may } = useSession();
  if (!may('developer')) return null;
  const params = { id: webhook.id };
  const onError = (error: unknown) => toast(describeError(error));
  const end = () => setAsked(undefined);
  const tellTest = ({ status, response_status, error }: Answer<'testWebhook'>) =>
    toast(
      status === 'delivered'
        ? `The test arrived: it answered ${response_status ?? 'well'}`
        : `The test did not arrive: ${error ?? `it answered ${response_status}`}`,
    );
  return (
    <>
      <Button
        look="primary"
        busy={test.isPending}
        onClick={() => test.mutate({ params }, { onSuccess: tellTest, onError })}
      >
        Send a test
      </Button>
      <Button onClick={() => setAsked('replay')}>Replay</Button>
      <Menu label="More about this endpoint" button={<MoreIcon />} buttonClass="icon-button">
        <MenuItem onSelect={() => setAsked('change')}>Change</MenuItem>
        <MenuItem
          onSelect={() =>
            update.mutate(
              { params, body: { enabled: !webhook.enabled } },
              {
                onSuccess: () => toast(webhook.enabled ? 'The endpoint is disabled' : 'The endpoint is enabled'),
                onError,
              },
            )
          }
        >
          {webhook.enabled ? 'Disable' : 'Enable'}
        </MenuItem>
        <MenuItem onSelect={() => setAsked('rotate')}>Rotate the secret</MenuItem>
        <hr />
        <MenuItem danger onSelect={() => setAsked('delete')}>
          Delete
        </MenuItem>
      </Menu>
      {asked === 'change' && <ChangeWebhookDialog webhook={webhook} onClose={end} />}
      {asked === 'replay' && <ReplayDialog webhookId={webhook.id} onClose={end} />}
      {asked === 'rotate' && (
        <Confirm
          title="Rotate the secret?"
          action="Rotate"
          done="There is a new secret"
          onConfirm={async () => setSecret((await rotate.mutateAsync({ params })).secret)}
          onClose={end}
        >
          For 24 hours both secrets sign, so that your receiver can be changed in between. Then the one that you have is
          of no use any more.
        </Confirm>
      )}
      {asked === 'delete' && (
        <Confirm
          title="Delete the endpoint?"
          action="Delete endpoint"
          done="The endpoint is deleted"
          onConfirm={async () => {
            await remove.mutateAsync({ params });
            await navigate({ to: '/webhooks' });
          }}
          onClose={end}
        >
          Nothing is sent to {webhook.url} any more, what waits included, and its log is gone.
        </Confirm>
      )}
      {secret !== undefined && (
        <SecretDialog
          secret={secret}
          about="Give it to your receiver within 24 hours. It is shown this once."
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  );
}
