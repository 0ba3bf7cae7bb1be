import type { Answer } from '../../api/call.ts';
import { Badge } from '../../kit/badge.tsx';

const reasons = {
  requested: 'Disabled',
  gone: 'Disabled: it answered 410',
  failing: 'Disabled: five days of failures',
};

export function WebhookState({ webhook }: { webhook: Answer<'getWebhook'> }) {
  if (!webhook.enabled) return <Badge tone="danger">{reasons[webhook.disabled_reason ?? 'requested']}</Badge>;
  return webhook.failing_since === null ? <Badge tone="good">Enabled</Badge> : <Badge tone="warn">Failing</Badge>;
}
