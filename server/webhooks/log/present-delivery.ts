import { type Static, Type } from 'typebox';
import { deliveryStatuses } from '../../database/tables.ts';
import { Choice, Nullable, Time } from '../../schemas.ts';
import { eventJson } from '../delivery/event-json.ts';
import type { DeliveryRow, WholeDeliveryRow } from './delivery-store.ts';

export const statuses = deliveryStatuses;

export const DeliveryParams = Type.Object({
  id: Type.String({ description: "The delivery's id.", examples: ['dlv_01k9zq6f4g7h9j1k3m5n7p9q1r'] }),
});

const shownFields = {
  id: Type.String(),
  webhook_id: Type.String(),
  event_id: Type.String({ description: 'Sent as webhook-id, the same in each attempt and redelivery.' }),
  event_type: Type.String(),
  reason: Choice(['event', 'replay', 'redelivery', 'test']),
  status: Choice(statuses, {
    description:
      '`pending`: attempts follow. `failed`: the last one was made. `cancelled`: the endpoint was disabled before it was delivered.',
  }),
  attempt_count: Type.Integer({ minimum: 0 }),
  next_attempt_at: Nullable(Time('When the next attempt is due; null when none follows.')),
  response_status: Nullable(Type.Integer({ description: 'What the receiver answered last; null without an answer.' })),
  error: Nullable(Type.String({ description: 'What went wrong at last, for people.' })),
  created_at: Time('When the delivery was queued.'),
  finished_at: Nullable(Time('When it was delivered, given up or cancelled.')),
};

export const Delivery = Type.Object(shownFields);
export type DeliveryBody = Static<typeof Delivery>;

const Headers = Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' } });

const Attempt = Type.Object({
  at: Time('When it began.'),
  result: Choice(['delivered', 'refused', 'timed_out', 'blocked', 'failed']),
  duration_ms: Type.Integer({ minimum: 0 }),
  url: Type.String(),
  request_headers: Headers,
  response_status: Nullable(Type.Integer()),
  response_headers: Headers,
  response_body: Type.String({ description: 'The first 4 KiB, as text.' }),
  error: Nullable(Type.String({ description: 'What went wrong, for people; null when nothing did.' })),
});

export const WholeDelivery = Type.Object({
  ...shownFields,
  body: Nullable(
    Type.String({ description: 'What is sent in each attempt; null when the event is in no log any more.' }),
  ),
  attempts: Type.Array(Attempt, { description: 'The first one first.' }),
});
export type WholeDeliveryBody = Static<typeof WholeDelivery>;

export const presentDelivery = (row: DeliveryRow): DeliveryBody => ({
  id: row.id,
  webhook_id: row.webhook_id,
  event_id: row.event_id,
  event_type: row.event_type,
  reason: row.reason,
  status: row.status,
  attempt_count: row.attempt_count,
  next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
  response_status: row.response_status,
  error: row.error,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
});

export const presentWholeDelivery = (row: WholeDeliveryRow): WholeDeliveryBody => ({
  ...presentDelivery(row),
  body: row.body ?? eventJson(row) ?? null,
  attempts: row.attempts,
});
