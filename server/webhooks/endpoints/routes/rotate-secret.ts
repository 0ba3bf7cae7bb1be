import { ok, route } from '../../../http/route.ts';
import { NoBody } from '../../../schemas.ts';
import { WebhookParams, WebhookWithSecret } from '../present-webhook.ts';
import type { RotateSecret } from '../rotate-secret.ts';

export const rotateSecretRoute = (rotateSecret: RotateSecret) =>
  route({
    method: 'POST',
    path: '/webhooks/:id/rotate_secret',
    operationId: 'rotateWebhookSecret',
    tag: 'Webhooks',
    summary: 'Rotate the secret',
    description:
      'Answers with a new secret, shown this once. For 24 hours each delivery is signed with both, so a receiver that knows either verifies it.',
    params: WebhookParams,
    body: NoBody,
    answers: { 200: WebhookWithSecret },
    refuses: ['webhook_not_found'],
    handle: async ({ caller, params, attempt }) => ok(await rotateSecret(caller.organisationId, params.id, attempt)),
  });
