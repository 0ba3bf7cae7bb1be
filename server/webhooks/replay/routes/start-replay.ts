import { Type } from 'typebox';
import { created, route } from '../../../http/route.ts';
import { Text } from '../../../schemas.ts';
import { WebhookParams } from '../../endpoints/present-webhook.ts';
import { Replay } from '../present-replay.ts';
import type { StartReplay } from '../start-replay.ts';

const timeOf = (description: string, example: string) =>
  Text({ minLength: 1, maxLength: 40, description, examples: [example] });

const ReplayWish = Type.Object(
  {
    from: timeOf('Events from this time on, this one included.', '2026-11-21T09:00:00Z'),
    to: timeOf('Events up to this time, this one not included.', '2026-11-21T10:00:00Z'),
  },
  { additionalProperties: false, examples: [{ from: '2026-11-21T09:00:00Z', to: '2026-11-21T10:00:00Z' }] },
);

export const startReplayRoute = (startReplay: StartReplay) =>
  route({
    method: 'POST',
    path: '/webhooks/:id/replay',
    operationId: 'replayWebhook',
    tag: 'Webhooks',
    summary: 'Send the events of a time again',
    description:
      'Queues every event of that time that the endpoint wants now, delivered before or not, oldest first. It goes on beside ' +
      'the request; Location leads to how far it is.',
    params: WebhookParams,
    body: ReplayWish,
    answers: { 201: Replay },
    refuses: ['webhook_not_found', 'webhook_disabled', 'replay_running'],
    handle: async ({ caller, params, body, attempt }) => {
      const replay = await startReplay(caller.organisationId, params.id, body, attempt);
      return created(replay, `/v1/replays/${replay.id}`);
    },
  });
