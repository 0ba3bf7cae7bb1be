import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { Pool } from 'undici';
import { newId } from '../server/ids.ts';
import type { Tenant } from './tenants.ts';

export type WebhookReceiver = {
  readonly url: string;
  /** When each delivery's head came, in milliseconds of the wall clock. */
  times(): Promise<Map<string, number>>;
  /** Waits until so many have come. */
  count(goal: number): Promise<void>;
  forget(): Promise<void>;
};

export const receiverAt = (url: string): WebhookReceiver => ({
  url,
  times: async () => new Map(Object.entries((await (await fetch(`${url}/times`)).json()) as Record<string, number>)),
  count: async (goal) => {
    for (;;) {
      const { count } = (await (await fetch(`${url}/count`)).json()) as { count: number };
      if (count >= goal) return;
      await sleep(5);
    }
  },
  forget: async () => void (await (await fetch(`${url}/forget`, { method: 'POST' })).text()),
});

/** An endpoint for each of these organisations, made by the API, for only Hall can encrypt its secret. */
export const makeEndpoints = async (hallUrl: string, tenants: readonly Tenant[], url: string): Promise<void> => {
  const client = new Pool(hallUrl, { connections: 16 });
  const waiting = tenants.values();
  const make = async (): Promise<void> => {
    for (const { key } of waiting) {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const { statusCode, body } = await client.request({
        method: 'POST',
        path: '/v1/webhooks',
        headers,
        body: JSON.stringify({ url }),
      });
      const text = await body.text();
      if (statusCode !== 201) throw new Error(`an endpoint was refused with ${statusCode}: ${text}`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, make));
  await client.close();
};

/** What a hall's event holds, so that bodies have the size of real ones. */
const data = JSON.stringify({
  hall: {
    id: 'hall_01k9zq3v5c8r2m7d4t6w0x1y2z',
    name: 'Algebra II, Tuesday',
    external_id: 'lesson-4711',
    record: false,
    max_participants: 25,
    empty_timeout_seconds: 600,
    max_duration_seconds: 3600,
    metadata: { course: 'algebra-2' },
    status: 'open',
    close_reason: null,
    participant_count: 0,
    created_at: '2026-11-21T09:00:00.000Z',
    closed_at: null,
    expires_at: '2026-11-21T10:00:00.000Z',
  },
});

/** An event for each of these organisations, in one transaction, as the triggers write them. Hall publishes them by itself. */
export const insertEvents = async (pool: pg.Pool, organisationIds: readonly string[]): Promise<string[]> => {
  const ids = organisationIds.map(() => newId('evt'));
  await pool.query(
    `insert into events (id, organisation_id, hall_id, type, sequence, data)
     select id, org, 'hall_01k9zq3v5c8r2m7d4t6w0x1y2z', 'hall.created', 1, $3::jsonb
     from unnest($1::text[], $2::text[]) as given (id, org)`,
    [ids, organisationIds, data],
  );
  return ids;
};
