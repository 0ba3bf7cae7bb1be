import { describe, expect, inject } from 'vitest';
import { type Operation, openApiOf } from '../setup/answer-check.ts';
import type { Client } from '../setup/client.ts';
import { eventually } from '../setup/eventually.ts';
import { startHall, type TestHall, testDatabase } from '../setup/hall.ts';
import { startTcpProxy } from '../setup/tcp-proxy.ts';
import {
  openHall,
  openHalls,
  test,
  unknownDeliveryId,
  unknownEventId,
  unknownHallId,
  unknownParticipantId,
  unknownRecordingId,
  unknownReplayId,
  unknownWebhookId,
} from './fixtures.ts';

/** Stands before the shared LiveKit. */
const livekitProxy = async () => {
  const proxy = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(inject('livekit').url).port) });
  return { ...proxy, url: `ws://127.0.0.1:${proxy.port}` };
};

/** A Hall whose LiveKit can go away and come back. */
const withLivekitProxy = async (
  use: (hall: TestHall, livekit: { leave(): Promise<void>; return(): Promise<void> }) => Promise<void>,
): Promise<void> => {
  const proxy = await livekitProxy();
  const hall = await startHall({ livekitUrl: proxy.url });
  try {
    await use(hall, { leave: () => proxy.refuse(), return: () => proxy.set('pass') });
  } finally {
    await hall.stop();
    await proxy.stop();
  }
};

test('502 while LiveKit is away, and nothing changes; then each repeat succeeds', () =>
  withLivekitProxy(async (hall, livekit) => {
    const { client } = await hall.organisation({ max_concurrent_halls: 2 });
    const { id } = await openHall(client);
    const path = `/v1/halls/${id}`;
    const create = () => client.post('/v1/halls', { name: 'Algebra' }, { headers: { 'idempotency-key': 'k' } });
    await livekit.leave();

    const created = await create();
    expect(created).toMatchObject({
      status: 502,
      body: { code: 'media_unavailable', detail: 'Creating the media room failed. Retry the request.' },
    });
    const unchanged = { code: 'media_unreachable', detail: expect.stringContaining('nothing was changed') };
    expect(await client.post(`${path}/close`)).toMatchObject({ status: 502, body: unchanged });
    expect(await client.delete(path)).toMatchObject({ status: 502, body: unchanged });
    // Joins ask nobody: they go by what was heard of LiveKit within the last second.
    await eventually(async () =>
      expect(await client.post(`${path}/join`)).toMatchObject({ status: 502, body: unchanged }),
    );
    expect((await client.get(path)).body.status).toBe('open');
    expect((await client.get('/v1/halls')).body.data).toHaveLength(1);
    expect(await openHalls(client)).toBe(1);

    await livekit.return();
    const repeated = await create();
    expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([201, null]);
    await eventually(async () => expect((await client.post(`${path}/join`)).status).toBe(200));
    expect((await client.post(`${path}/close`)).status).toBe(200);
    expect((await client.delete(path)).status).toBe(204);
    expect(await openHalls(client)).toBe(1);
  }));

test('403 and 404 come before 502: what cannot be is refused as always', () =>
  withLivekitProxy(async (hall, livekit) => {
    const { client } = await hall.organisation({ max_concurrent_halls: 1 });
    const { id } = await openHall(client);
    await client.post(`/v1/halls/${id}/close`);
    await openHall(client);
    await livekit.leave();
    expect((await client.post('/v1/halls', {})).status).toBe(403);
    expect((await client.post(`/v1/halls/${id}/join`)).body.code).toBe('hall_closed');
    expect((await client.post(`/v1/halls/${unknownHallId}/join`)).status).toBe(404);
    expect((await client.post(`/v1/halls/${unknownHallId}/close`)).status).toBe(404);
    // A closed hall has no room to remove.
    expect((await client.post(`/v1/halls/${id}/close`)).status).toBe(200);
    expect((await client.delete(`/v1/halls/${id}`)).status).toBe(204);
  }));

describe('a call to LiveKit that fails while somebody else does the same is no 502', () => {
  test.for<[act: string, meanwhile: string, status: number]>([
    ['close', 'close', 200],
    ['close', 'delete', 404],
    ['delete', 'close', 204],
    ['delete', 'delete', 404],
  ])('%s, meanwhile %s: %i', async ([act, meanwhile, expected], { hall: other }) => {
    const proxy = await livekitProxy();
    const hall = await startHall({ database: other.database, livekitUrl: proxy.url });
    try {
      const { key, client } = await other.organisation();
      const { id } = await openHall(client);
      const send = (by: Client, what: string) =>
        what === 'close' ? by.post(`/v1/halls/${id}/close`) : by.delete(`/v1/halls/${id}`);
      const trap = proxy.trap('DeleteRoom', 'hang');
      const hanging = send(hall.client(`Bearer ${key}`), act);
      await eventually(() => expect(trap.caught).toBe(1));
      expect((await send(client, meanwhile)).status).toBeLessThan(300);
      await proxy.refuse();
      expect((await hanging).status).toBe(expected);
      expect(await openHalls(client)).toBe(0);
    } finally {
      await hall.stop();
      await proxy.stop();
    }
  });
});

/** By the word before it in a path. */
const unknownIds: Readonly<Record<string, string>> = {
  events: unknownEventId,
  webhooks: unknownWebhookId,
  deliveries: unknownDeliveryId,
  replays: unknownReplayId,
  recordings: unknownRecordingId,
};

/** Of operations whose schema demands something. */
const bodies: Readonly<Record<string, object>> = {
  'post /v1/webhooks': { url: 'https://hooks.invalid/' },
  'post /v1/webhooks/{id}/replay': { from: '2026-11-01T10:00:00Z', to: '2026-11-01T11:00:00Z' },
};

describe('503', () => {
  test('for every operation when something unforeseen fails, with the address of the status page and nothing of the cause', async () => {
    const database = await testDatabase();
    const statusUrl = 'https://status.example.org/hall/status';
    const hall = await startHall({ database, environment: { STATUS_URL: statusUrl } });
    const { client } = await hall.organisation();
    const { id } = await openHall(client);
    const { paths } = await openApiOf(hall.url);
    // As no operator should: the tables are not where the statements look for them.
    const tables = ['halls', 'organisations', 'participants', 'events', 'recordings', 'storage_settings'];
    for (const table of [...tables, 'webhooks', 'deliveries', 'webhook_replays'])
      await database.query(`alter table ${table} rename to ${table}_elsewhere`);
    try {
      for (const [template, operations] of Object.entries(paths)) {
        for (const method of Object.keys(operations as Record<string, Operation>)) {
          const path = template
            .replace(/(?<=\/(\w+)\/)\{id\}/, (_, kind: string) => ({ ...unknownIds, halls: id })[kind] ?? kind)
            .replace('{participant_id}', unknownParticipantId);
          const { status, body, headers } = await client.send(
            method.toUpperCase(),
            path,
            bodies[`${method} ${template}`],
          );
          expect([method, template, status, body]).toEqual([
            method,
            template,
            503,
            {
              code: 'unavailable',
              detail: `The service is temporarily unavailable. Retry the request. Status: ${statusUrl}`,
            },
          ]);
          expect(headers.get('x-request-id')).toMatch(/^req_/);
        }
      }
    } finally {
      await hall.stop();
      await database.drop();
    }
  });
});
