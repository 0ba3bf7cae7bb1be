import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { LeaseStore } from './database/lease-store.ts';
import type { Database } from './database/tables.ts';
import type { Metrics } from './metrics.ts';
import type { Seal } from './sealed.ts';
import { deliverWebhooks } from './webhooks/delivery/deliver-webhooks.ts';
import { guardedAgent } from './webhooks/delivery/guarded-agent.ts';
import { queueStore } from './webhooks/delivery/queue-store.ts';
import { resolveByDns } from './webhooks/delivery/resolve-host.ts';
import { resultStore } from './webhooks/delivery/result-store.ts';
import { sendWith } from './webhooks/delivery/send-attempt.ts';
import { signAndSend } from './webhooks/delivery/sign-and-send.ts';
import { createWebhook } from './webhooks/endpoints/create-webhook.ts';
import { deleteWebhook } from './webhooks/endpoints/delete-webhook.ts';
import { getWebhook } from './webhooks/endpoints/get-webhook.ts';
import { listWebhooks } from './webhooks/endpoints/list-webhooks.ts';
import { rotateSecret } from './webhooks/endpoints/rotate-secret.ts';
import { createWebhookRoute } from './webhooks/endpoints/routes/create-webhook.ts';
import { deleteWebhookRoute } from './webhooks/endpoints/routes/delete-webhook.ts';
import { getWebhookRoute } from './webhooks/endpoints/routes/get-webhook.ts';
import { listWebhooksRoute } from './webhooks/endpoints/routes/list-webhooks.ts';
import { rotateSecretRoute } from './webhooks/endpoints/routes/rotate-secret.ts';
import { updateWebhookRoute } from './webhooks/endpoints/routes/update-webhook.ts';
import { updateWebhook } from './webhooks/endpoints/update-webhook.ts';
import { webhookStore } from './webhooks/endpoints/webhook-store.ts';
import { deliveryStore } from './webhooks/log/delivery-store.ts';
import { getDelivery } from './webhooks/log/get-delivery.ts';
import { listDeliveries } from './webhooks/log/list-deliveries.ts';
import { redeliver } from './webhooks/log/redeliver.ts';
import { getDeliveryRoute } from './webhooks/log/routes/get-delivery.ts';
import { listDeliveriesRoute } from './webhooks/log/routes/list-deliveries.ts';
import { redeliverRoute } from './webhooks/log/routes/redeliver.ts';
import { testWebhookRoute } from './webhooks/log/routes/test-webhook.ts';
import { testWebhook } from './webhooks/log/test-webhook.ts';
import { getReplay } from './webhooks/replay/get-replay.ts';
import { replayStore } from './webhooks/replay/replay-store.ts';
import { getReplayRoute } from './webhooks/replay/routes/get-replay.ts';
import { startReplayRoute } from './webhooks/replay/routes/start-replay.ts';
import { startReplay } from './webhooks/replay/start-replay.ts';
import { tendStore } from './webhooks/tend/tend-store.ts';
import { tendWebhooks } from './webhooks/tend/tend-webhooks.ts';

export type WebhookParts = {
  config: Config;
  database: Database;
  leases: LeaseStore;
  seal: Seal;
  /** Signs and dates; it may be a test's. */
  clock: { now(): number };
  attempted: Metrics['webhookAttempted'];
  logger: Logger;
};

/** Webhooks' part of the plan of the house: compose.ts alone uses it. */
export const composeWebhooks = ({ config, database, leases, seal, clock, attempted, logger }: WebhookParts) => {
  const rules = {
    allowHttp: config.WEBHOOK_ALLOW_HTTP,
    allowPrivateNetworks: config.WEBHOOK_ALLOW_PRIVATE_NETWORKS,
  };
  const webhooks = webhookStore(database);
  const deliveries = deliveryStore(database);
  const queues = queueStore(database);
  const replays = replayStore(database);
  const agent = guardedAgent(rules, resolveByDns());
  const send = signAndSend(sendWith(agent), seal, clock);

  const delivery = deliverWebhooks({
    queues,
    results: resultStore(database),
    send,
    breakOff: () => agent.destroy(),
    // Not the instance's name alone: a process that was started anew must not be taken for the one before.
    holder: `${config.instance} ${randomUUID()}`,
    clock,
    observe: attempted,
    onDisabled: ({ id, organisation_id }, reason) =>
      logger.warn({ webhookId: id, organisationId: organisation_id, reason }, 'a webhook endpoint was disabled'),
    onError: (error) => logger.warn({ err: error }, 'webhooks cannot be delivered'),
  });
  const tending = tendWebhooks({
    tends: tendStore(database),
    leases,
    holder: config.instance,
    onQueued: delivery.wake,
    onError: (part, error) => logger.warn({ err: error, part }, 'webhooks cannot be tended'),
  });

  let seenPosition = 0;

  return {
    routes: [
      createWebhookRoute(createWebhook(webhooks, seal, rules)),
      listWebhooksRoute(listWebhooks(webhooks)),
      getWebhookRoute(getWebhook(webhooks)),
      updateWebhookRoute(updateWebhook(webhooks, rules)),
      deleteWebhookRoute(deleteWebhook(webhooks)),
      rotateSecretRoute(rotateSecret(webhooks, seal, clock)),
      testWebhookRoute(testWebhook(webhooks, deliveries, send, clock)),
      listDeliveriesRoute(listDeliveries(webhooks, deliveries)),
      startReplayRoute(startReplay(webhooks, replays)),
      getReplayRoute(getReplay(replays)),
      getDeliveryRoute(getDelivery(deliveries)),
      redeliverRoute(redeliver(deliveries)),
    ],
    forget: [deliveries.prune, replays.prune],
    /** Everything up to this position is published, and queued for whoever wants it. */
    published: (position: number): void => {
      if (position > seenPosition) delivery.wake();
      seenPosition = position;
    },
    inFlight: delivery.inFlight,
    waiting: queues.waiting,
    oldestDueSeconds: queues.oldestDueSeconds,
    stop: async (): Promise<void> => {
      await Promise.all([tending.stop(), delivery.stop()]);
    },
  };
};
