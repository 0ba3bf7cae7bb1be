import { Webhook } from 'standardwebhooks';
import { describe, expect } from 'vitest';
import { newId } from '../../server/ids.ts';
import { answer, type Received } from '../../server/webhooks/testing/receiver.ts';
import { openHall } from '../api/fixtures.ts';
import { eventually } from '../setup/eventually.ts';
import { startHall, testDatabase } from '../setup/hall.ts';
import { deliveriesOf, insertEvents, makeEndpoint, newestDelivery, permissive, receive } from './fixtures.ts';
import { test } from './hall.ts';

const idsOf = (received: readonly Received[]): (string | undefined)[] =>
  received.map((request) => request.headers['webhook-id']);

test('a test is sent at once, signed, and its result is the answer', async ({ client, onTestFinished }) => {
  const receiver = await receive(onTestFinished, answer(202, {}, 'heard'));
  const endpoint = await makeEndpoint(client, receiver.url, { events: ['hall.closed'] });
  const { status, body } = await client.post(`/v1/webhooks/${endpoint.id}/test`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    event_type: 'webhook.test',
    reason: 'test',
    status: 'delivered',
    attempts: [{ response_body: 'heard' }],
  });
  const [request] = receiver.received;
  const sent = new Webhook(endpoint.secret).verify(request?.body ?? '', request?.headers ?? {});
  expect(sent).toMatchObject({ id: body.event_id, type: 'webhook.test' });
  expect((await client.get(`/v1/deliveries/${body.id}`)).body).toEqual(body);
  receiver.behave(answer(503));
  const failed = await client.post(`/v1/webhooks/${endpoint.id}/test`);
  expect(failed.body).toMatchObject({ status: 'failed', response_status: 503, next_attempt_at: null });
});

describe('redelivery', () => {
  test('sends the same event once more, with the same id, and is a delivery of its own', async ({
    client,
    onTestFinished,
  }) => {
    const receiver = await receive(onTestFinished);
    const endpoint = await makeEndpoint(client, receiver.url);
    await openHall(client);
    const first = await newestDelivery(client, endpoint.id, { status: 'delivered' });
    const key = { headers: { 'idempotency-key': newId('req') } };
    const again = await client.post(`/v1/deliveries/${first.id}/redeliver`, {}, key);
    expect(again.status).toBe(201);
    expect(again.headers.get('location')).toBe(`/v1/deliveries/${again.body.id}`);
    expect(again.body).toMatchObject({ event_id: first.event_id, reason: 'redelivery', status: 'pending' });
    expect((await client.post(`/v1/deliveries/${first.id}/redeliver`, {}, key)).body).toEqual(again.body);
    await newestDelivery(client, endpoint.id, { id: again.body.id, status: 'delivered' });
    expect(idsOf(receiver.received)).toEqual([first.event_id, first.event_id]);
    expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body);
    await client.patch(`/v1/webhooks/${endpoint.id}`, { enabled: false });
    const refused = await client.post(`/v1/deliveries/${first.id}/redeliver`);
    expect([refused.status, refused.body.code]).toEqual([403, 'webhook_disabled']);
  });
});

describe('rotation', () => {
  const signs = (secret: string, { headers, body }: Received): boolean => {
    const { 'webhook-id': id = '', 'webhook-timestamp': seconds = '', 'webhook-signature': signatures = '' } = headers;
    return signatures.split(' ').includes(new Webhook(secret).sign(id, new Date(Number(seconds) * 1000), body));
  };

  test('for 24 hours both secrets sign, then the new one alone', async ({ clock, client, onTestFinished }) => {
    onTestFinished(() => {
      clock.ahead = 0;
    });
    const receiver = await receive(onTestFinished);
    const endpoint = await makeEndpoint(client, receiver.url);
    const path = `/v1/webhooks/${endpoint.id}`;
    const { status, body } = await client.post(`${path}/rotate_secret`);
    expect(status).toBe(200);
    expect(body.secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(body.secret).not.toBe(endpoint.secret);
    expect(body.previous_secret_until).not.toBeNull();
    const last = async (): Promise<Received> => {
      await client.post(`${path}/test`);
      return receiver.received.at(-1) ?? expect.fail('nothing came');
    };
    const during = await last();
    for (const secret of [endpoint.secret, body.secret]) {
      expect(new Webhook(secret).verify(during.body, during.headers)).toMatchObject({ type: 'webhook.test' });
    }
    clock.ahead = 24 * 3_600_000 - 60_000;
    const late = await last();
    expect([endpoint.secret, body.secret].map((secret) => signs(secret, late))).toEqual([true, true]);
    clock.ahead = 24 * 3_600_000 + 60_000;
    const after = await last();
    expect([endpoint.secret, body.secret].map((secret) => signs(secret, after))).toEqual([false, true]);
  });
});

describe('replay', () => {
  test('sends every event of the time that is wanted, oldest first, and tells how far it is', async ({
    hall,
    organisation: { id, client },
    onTestFinished,
  }) => {
    const before = await insertEvents(hall.database, id, 700);
    const unwanted = await insertEvents(hall.database, id, 3, 'hall.closed');
    const [later] = await insertEvents(hall.database, id, 1);
    await hall.database.query(
      `update events set created_at = case when id = any($1) then timestamptz '2026-11-01T10:00:00Z' else '2026-11-01T11:00:00Z' end
       where organisation_id = $2`,
      [[...before, ...unwanted], id],
    );
    await eventually(async () => expect((await client.get(`/v1/events/${later}`)).status).toBe(200));
    const receiver = await receive(onTestFinished);
    const endpoint = await makeEndpoint(client, receiver.url, { events: ['hall.created'] });
    const wish = { from: '2026-11-01T10:00:00Z', to: '2026-11-01T12:00:00+01:00' };
    const { status, body, headers } = await client.post(`/v1/webhooks/${endpoint.id}/replay`, wish);
    expect([status, headers.get('location')]).toEqual([201, `/v1/replays/${body.id}`]);
    expect(body).toMatchObject({
      webhook_id: endpoint.id,
      status: 'running',
      queued: 0,
      to: '2026-11-01T11:00:00.000Z',
    });
    await eventually(async () =>
      expect((await client.get(`/v1/replays/${body.id}`)).body).toMatchObject({ status: 'completed', queued: 700 }),
    );
    await eventually(() => expect(new Set(idsOf(receiver.received))).toEqual(new Set(before)));
    expect(receiver.received).toHaveLength(700);
    expect((await deliveriesOf(client, endpoint.id))[0]).toMatchObject({ reason: 'replay' });
  });

  test('one at a time, and none to an endpoint that is disabled', async ({
    hall,
    organisation: { client },
    onTestFinished,
  }) => {
    const receiver = await receive(onTestFinished);
    const endpoint = await makeEndpoint(client, receiver.url);
    const wish = { from: '2026-11-01T10:00:00Z', to: '2026-11-01T11:00:00Z' };
    const path = `/v1/webhooks/${endpoint.id}`;
    const running = await client.post(`${path}/replay`, wish);
    await eventually(async () =>
      expect((await client.get(`/v1/replays/${running.body.id}`)).body).toMatchObject({
        status: 'completed',
        queued: 0,
      }),
    );
    await hall.database.query(
      `insert into webhook_replays (id, organisation_id, webhook_id, from_time, to_time, last_position, position)
       select $1, organisation_id, id, now() - interval '1 hour', now(), 9e18, 9e18 from webhooks where id = $2`,
      [newId('rpl'), endpoint.id],
    );
    const answers = await Promise.all([client.post(`${path}/replay`, wish), client.post(`${path}/replay`, wish)]);
    for (const { status, body } of answers)
      if (status !== 201) expect([status, body.code]).toEqual([403, 'replay_running']);
    await client.patch(path, { enabled: false });
    expect((await client.post(`${path}/replay`, wish)).body.code).toBe('webhook_disabled');
  });
});

test('deliveries are kept for seven days', async ({ onTestFinished }) => {
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  await database.query(
    `insert into deliveries (id, organisation_id, webhook_id, event_id, event_type, reason, status)
     select 'dlv_' || ulid_time(now() - days * interval '1 day') || lpad(place::text, 16, '0'), 'org_x', 'whk_x', 'evt_x', 'hall.created',
       'event', 'delivered'
     from generate_series(1, 1500) as place, (values (6.9), (7.1), (30)) as age (days)`,
  );
  const hall = await startHall({ database, environment: permissive });
  onTestFinished(() => hall.stop());
  const count = async () => Number((await database.query<{ n: string }>('select count(*) as n from deliveries'))[0]?.n);
  await eventually(async () => expect(await count()).toBe(1_500));
});
