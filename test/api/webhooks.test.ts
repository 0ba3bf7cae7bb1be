import { describe, expect } from 'vitest';
import { newId } from '../../server/ids.ts';
import type { Client } from '../setup/client.ts';
import { startHall } from '../setup/hall.ts';
import { test, unknownDeliveryId, unknownReplayId, unknownWebhookId } from './fixtures.ts';

const url = 'https://hooks.example.org/hall';

const make = async (client: Client, wish: object = {}) => (await client.post('/v1/webhooks', { url, ...wish })).body;

describe('POST /v1/webhooks', () => {
  test('201 with the endpoint and its secret, which is not shown again', async ({ client }) => {
    const { status, body, headers } = await client.post('/v1/webhooks', {
      url,
      events: ['hall.closed'],
      description: 'billing',
    });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/v1/webhooks/${body.id}`);
    const { secret, ...shown } = body;
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(shown).toEqual({
      id: expect.stringMatching(/^whk_/),
      url,
      events: ['hall.closed'],
      description: 'billing',
      enabled: true,
      disabled_reason: null,
      disabled_at: null,
      failing_since: null,
      previous_secret_until: null,
      created_at: expect.any(String),
    });
    expect((await client.get(`/v1/webhooks/${body.id}`)).body).toEqual(shown);
  });

  test('all events unless some are named', async ({ client }) => {
    expect((await make(client)).events).toEqual(['*']);
    expect((await make(client, { events: ['hall.created', '*'] })).events).toEqual(['*']);
  });

  test('the secret is encrypted in the database', async ({ hall, client }) => {
    const { id, secret } = await make(client);
    const [row] = await hall.database.query<{ secret: Buffer }>('select secret from webhooks where id = $1', [id]);
    const key = secret.slice('whsec_'.length);
    expect(row?.secret.toString('latin1')).not.toContain(key);
    expect(row?.secret.includes(Buffer.from(key, 'base64'))).toBe(false);
  });

  test('repeated with its Idempotency-Key: one endpoint, and the same secret', async ({ hall, client }) => {
    const key = { headers: { 'idempotency-key': newId('req') } };
    const first = await client.post('/v1/webhooks', { url }, key);
    const again = await client.post('/v1/webhooks', { url }, key);
    expect(again.body).toEqual(first.body);
    // As if the process had died before the answer was remembered.
    await hall.database.query('update idempotent_requests set status = null, leased_until = now() where key = $1', [
      key.headers['idempotency-key'],
    ]);
    expect((await client.post('/v1/webhooks', { url }, key)).body).toEqual(first.body);
    expect((await client.get('/v1/webhooks')).body.data).toHaveLength(1);
  });

  test('403 for the twenty-first, also when all are asked for at once', async ({ client }) => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => client.post('/v1/webhooks', { url })));
    const refused = answers.filter(({ status }) => status === 403);
    expect(refused).toHaveLength(5);
    expect(refused[0]?.body.code).toBe('too_many_webhooks');
    const [one] = (await client.get('/v1/webhooks?limit=1')).body.data;
    await client.delete(`/v1/webhooks/${one.id}`);
    expect((await client.post('/v1/webhooks', { url })).status).toBe(201);
  });

  test.for<[what: string, url: unknown, message: string]>([
    ['http', 'http://hooks.example.org/', 'must begin with https://'],
    ['another scheme', 'file:///etc/passwd', 'must begin with https://'],
    ['no URL', 'hooks.example.org', 'must be a URL'],
    ['a user and a password', 'https://a:b@hooks.example.org/', 'must hold no user name and no password'],
    ['a fragment', 'https://hooks.example.org/#x', 'must hold no fragment'],
    ['loopback', 'https://127.0.0.1/', 'leads to a loopback address'],
    ['loopback by name', 'https://LocalHost:8080/', 'leads to a loopback address'],
    ['loopback as a number', 'https://2130706433/', 'leads to a loopback address'],
    ['loopback in hexadecimal', 'https://0x7f.1/', 'leads to a loopback address'],
    ['loopback in octal', 'https://0177.0.0.1/', 'leads to a loopback address'],
    ['loopback in wide digits', 'https://１２７.0.0.1/', 'leads to a loopback address'],
    ['loopback by IPv6', 'https://[::1]/', 'leads to a loopback address'],
    ['IPv4 in IPv6', 'https://[::ffff:127.0.0.1]/', 'leads to an address for special use'],
    ['a private network', 'https://10.1.2.3/', 'leads to a private address'],
    ['cloud metadata', 'https://169.254.169.254/', "leads to an address of a cloud's metadata"],
    ['nothing', '', 'must not be empty'],
    ['too much', `https://a.example/${'x'.repeat(2_048)}`, 'at most 2048 characters'],
    ['a number', 5, 'must be a string'],
    ['null', null, 'must be a string'],
  ])('422 for %s', async ([, given, message], { client }) => {
    const { status, body } = await client.post('/v1/webhooks', { url: given });
    expect(status).toBe(422);
    expect(body.errors).toContainEqual({ path: '/url', message: expect.stringContaining(message) });
    const { id } = await make(client);
    if (given !== undefined) expect((await client.patch(`/v1/webhooks/${id}`, { url: given })).status).toBe(422);
  });

  test.for([
    {},
    { url, events: [] },
    { url, events: ['hall.opened'] },
    { url, events: 'hall.created' },
    { url, secret: 'x' },
  ])('422 for %j', async (wish, { client }) => expect((await client.post('/v1/webhooks', wish)).status).toBe(422));

  test('with both variables set, http and loopback, and metadata addresses never', async ({ onTestFinished }) => {
    const hall = await startHall({
      environment: { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true' },
    });
    onTestFinished(() => hall.stop());
    const { client } = await hall.organisation();
    for (const given of ['http://127.0.0.1:9/', 'http://localhost/', 'https://[fd12::1]/', 'http://192.168.0.1/']) {
      expect([given, (await client.post('/v1/webhooks', { url: given })).status]).toEqual([given, 201]);
    }
    for (const given of [
      'http://169.254.169.254/',
      'http://[fd00:ec2::254]/',
      'http://100.100.100.200/',
      'http://0.0.0.0/',
    ]) {
      expect([given, (await client.post('/v1/webhooks', { url: given })).status]).toEqual([given, 422]);
    }
  });
});

describe('GET /v1/webhooks', () => {
  test('200, newest first, page by page', async ({ client }) => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) ids.unshift((await make(client)).id);
    const first = (await client.get('/v1/webhooks?limit=3')).body;
    const second = (await client.get(`/v1/webhooks?limit=3&cursor=${first.next_cursor}`)).body;
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids);
    expect(second.next_cursor).toBeNull();
    expect(JSON.stringify(first)).not.toContain('whsec_');
  });
});

describe('PATCH /v1/webhooks/:id', () => {
  test('200: what is given changes, the rest stays', async ({ client }) => {
    const { secret, ...made } = await make(client, { description: 'a' });
    const path = `/v1/webhooks/${made.id}`;
    expect(secret).toBeDefined();
    expect((await client.patch(path, {})).body).toEqual(made);
    expect((await client.patch(path, { description: null })).body).toEqual({ ...made, description: null });
    const other = { url: 'https://other.example.org/', events: ['hall.closed'] };
    expect((await client.patch(path, other)).body).toEqual({ ...made, ...other, description: null });
    const disabled = (await client.patch(path, { enabled: false })).body;
    expect(disabled).toMatchObject({ enabled: false, disabled_reason: 'requested', disabled_at: expect.any(String) });
    // Disabled twice, it is disabled since the first time.
    expect((await client.patch(path, { enabled: false })).body).toEqual(disabled);
    expect((await client.patch(path, { enabled: true })).body).toEqual({ ...made, ...other, description: null });
  });
});

test('DELETE: 204, and it is not there any more', async ({ client }) => {
  const { id } = await make(client);
  expect((await client.delete(`/v1/webhooks/${id}`)).status).toBe(204);
  expect((await client.delete(`/v1/webhooks/${id}`)).status).toBe(404);
  expect((await client.get('/v1/webhooks')).body.data).toEqual([]);
});

test('rotation repeated with its Idempotency-Key rotates once, also when the answer was lost', async ({
  hall,
  client,
}) => {
  const { id } = await make(client);
  const key = { headers: { 'idempotency-key': newId('req') } };
  const path = `/v1/webhooks/${id}/rotate_secret`;
  const first = await client.post(path, {}, key);
  await hall.database.query('update idempotent_requests set status = null, leased_until = now() where key = $1', [
    key.headers['idempotency-key'],
  ]);
  expect((await client.post(path, {}, key)).body).toEqual(first.body);
  expect((await client.post(path)).body.secret).not.toBe(first.body.secret);
});

describe('404', () => {
  test.for<[method: string, path: string, body?: object]>([
    ['GET', `/v1/webhooks/${unknownWebhookId}`],
    ['PATCH', `/v1/webhooks/${unknownWebhookId}`, {}],
    ['DELETE', `/v1/webhooks/${unknownWebhookId}`],
    ['POST', `/v1/webhooks/${unknownWebhookId}/test`],
    ['POST', `/v1/webhooks/${unknownWebhookId}/rotate_secret`],
    ['GET', `/v1/webhooks/${unknownWebhookId}/deliveries`],
    ['POST', `/v1/webhooks/${unknownWebhookId}/replay`, { from: '2026-11-01T10:00:00Z', to: '2026-11-01T11:00:00Z' }],
    ['GET', `/v1/deliveries/${unknownDeliveryId}`],
    ['POST', `/v1/deliveries/${unknownDeliveryId}/redeliver`],
    ['GET', `/v1/replays/${unknownReplayId}`],
    ['GET', '/v1/webhooks/x'],
    ['PATCH', '/v1/webhooks/x', {}],
    ['GET', '/v1/deliveries/x'],
    ['GET', '/v1/replays/x'],
  ])('%s %s', async ([method, path, body], { client }) => {
    expect((await client.send(method, path, body)).status).toBe(404);
  });
});

test.for<[body: object, path: string]>([
  [{}, '/from'],
  [{ from: '2026-11-01T10:00:00Z' }, '/to'],
  [{ from: 'yesterday', to: '2026-11-01T11:00:00Z' }, '/from'],
  [{ from: '2026-11-01', to: '2026-11-01T11:00:00Z' }, '/from'],
  [{ from: '2026-11-01T10:00:00', to: '2026-11-01T11:00:00Z' }, '/from'],
  [{ from: '2026-13-41T10:00:00Z', to: '2026-11-01T11:00:00Z' }, '/from'],
  [{ from: '2026-11-01T10:00:00Z', to: '2026-11-01T10:00:00Z' }, '/to'],
  [{ from: '2026-11-01T10:00:00Z', to: '2026-11-01T09:00:00Z' }, '/to'],
])('422 for a replay of %j', async ([body, path], { client }) => {
  const { id } = await make(client);
  const answer = await client.post(`/v1/webhooks/${id}/replay`, body);
  expect(answer.status).toBe(422);
  expect(answer.body.errors[0].path).toBe(path);
});

test.for(['status=done', 'limit=0', 'cursor=x', 'event=1'])('400 for deliveries?%s', async (query, { client }) => {
  const { id } = await make(client);
  expect((await client.get(`/v1/webhooks/${id}/deliveries?${query}`)).status).toBe(400);
});
