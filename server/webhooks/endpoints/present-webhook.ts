import { type Static, Type } from 'typebox';
import { eventTypes } from '../../database/tables.ts';
import { Choice, Nullable, Text, Time } from '../../schemas.ts';
import type { WebhookRow } from './webhook-store.ts';

export const everyEvent = '*';

export const WebhookParams = Type.Object({
  id: Type.String({ description: "The endpoint's id.", examples: ['whk_01k9zq5d3e6f8g0h2j4k6m8n0p'] }),
});

const EventList = Type.Array(Choice([...eventTypes, everyEvent]), {
  minItems: 1,
  maxItems: eventTypes.length + 1,
  description: 'Types of events, or `["*"]` for all, those of later versions too.',
  examples: [['hall.created', 'hall.closed'], ['*']],
});

export const webhookFields = {
  url: Text({
    minLength: 1,
    maxLength: 2_048,
    description: 'Where events are sent to. `https://`, at a public address, unless the operator allows more.',
    examples: ['https://example.org/hooks/hall'],
  }),
  events: EventList,
  description: Nullable(Text({ minLength: 1, maxLength: 512, description: 'Your own note.', examples: ['billing'] })),
};

const shownFields = {
  id: Type.String(),
  url: Type.String(),
  events: Type.Array(Type.String()),
  description: Nullable(Type.String()),
  enabled: Type.Boolean({ description: 'Whether events are sent.' }),
  disabled_reason: Nullable(
    Choice(['requested', 'gone', 'failing'], {
      description:
        'Null while enabled. `requested` by you; `gone`: it answered 410; `failing`: five days of nothing but failure.',
    }),
  ),
  disabled_at: Nullable(Time('When it was disabled.')),
  failing_since: Nullable(Time('When the failures began that have lasted since; null after a success.')),
  previous_secret_until: Nullable(Time('Until when the secret before the last rotation signs too.')),
  created_at: Time('When the endpoint was made.'),
};

export const Webhook = Type.Object(shownFields);
export type WebhookBody = Static<typeof Webhook>;

export const WebhookWithSecret = Type.Object({
  ...shownFields,
  secret: Type.String({
    description: 'Verifies deliveries, with any library of Standard Webhooks. Shown this once.',
    examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD5sSYspob7oE='],
  }),
});
export type WebhookWithSecretBody = Static<typeof WebhookWithSecret>;

export const presentWebhook = (row: WebhookRow): WebhookBody => ({
  id: row.id,
  url: row.url,
  events: row.events,
  description: row.description,
  enabled: row.enabled,
  disabled_reason: row.disabled_reason,
  disabled_at: row.disabled_at?.toISOString() ?? null,
  failing_since: row.failing_since?.toISOString() ?? null,
  previous_secret_until: row.previous_secret_until?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});
