import { describe, expect } from 'vitest';
import { answer } from '../../server/webhooks/testing/receiver.ts';
import { openHall } from '../api/fixtures.ts';
import { eventually } from '../setup/eventually.ts';
import { deliveriesOf, insertEvents, makeEndpoint, newestDelivery, passTime, receive } from './fixtures.ts';
import { test } from './hall.ts';

const statusesOf = async (...given: Parameters<typeof deliveriesOf>): Promise<string[]> =>
  (await deliveriesOf(...given)).map((delivery: { status: string }) => delivery.status);

test('410 disables the endpoint at once, and what waits for it is cancelled', async ({
  hall,
  organisation: { id, client },
  onTestFinished,
}) => {
  const receiver = await receive(onTestFinished, answer(500));
  const endpoint = await makeEndpoint(client, receiver.url);
  await insertEvents(hall.database, id, 3);
  await eventually(async () =>
    expect(
      (await deliveriesOf(client, endpoint.id)).filter((one: { attempt_count: number }) => one.attempt_count > 0),
    ).toHaveLength(3),
  );
  receiver.behave(answer(410));
  await passTime(hall.database, endpoint.id);
  await eventually(async () =>
    expect((await client.get(`/v1/webhooks/${endpoint.id}`)).body).toMatchObject({
      enabled: false,
      disabled_reason: 'gone',
    }),
  );
  await eventually(async () => expect(await statusesOf(client, endpoint.id, 'status=pending')).toEqual([]));
  const { body } = await client.get(`/v1/webhooks/${endpoint.id}`);
  expect(Date.parse(body.disabled_at)).toBeGreaterThan(Date.parse(body.created_at));
  const statuses = await statusesOf(client, endpoint.id);
  expect(statuses).toHaveLength(3);
  expect(statuses).toContain('failed');
  const count = receiver.received.length;
  await openHall(client);
  expect((await client.get('/v1/events')).status).toBe(200);
  expect(receiver.received).toHaveLength(count);
});

describe('five days of nothing but failure', () => {
  const day = 24 * 3_600_000;

  test('disable the endpoint, and a success before that begins them anew', async ({
    hall,
    clock,
    organisation: { id, client },
    onTestFinished,
  }) => {
    onTestFinished(() => {
      clock.ahead = 0;
    });
    const receiver = await receive(onTestFinished, answer(500));
    const endpoint = await makeEndpoint(client, receiver.url);
    const shown = async () => (await client.get(`/v1/webhooks/${endpoint.id}`)).body;
    await insertEvents(hall.database, id, 1);
    await newestDelivery(client, endpoint.id, { attempt_count: 1 });
    await eventually(async () => expect((await shown()).failing_since).not.toBeNull());

    clock.ahead = 4.9 * day;
    receiver.behave(answer(200));
    await passTime(hall.database, endpoint.id);
    await newestDelivery(client, endpoint.id, { status: 'delivered' });
    await eventually(async () => expect((await shown()).failing_since).toBeNull());

    receiver.behave(answer(500));
    await insertEvents(hall.database, id, 1);
    await newestDelivery(client, endpoint.id, { attempt_count: 1, status: 'pending' });
    await eventually(async () => expect((await shown()).failing_since).not.toBeNull());
    clock.ahead = 4.9 * day;
    await passTime(hall.database, endpoint.id);
    await newestDelivery(client, endpoint.id, { attempt_count: 2 });
    expect((await shown()).enabled).toBe(true);
    clock.ahead = 5.1 * day;
    await passTime(hall.database, endpoint.id);
    await eventually(async () => expect(await shown()).toMatchObject({ enabled: false, disabled_reason: 'failing' }));
    await eventually(async () => expect(await statusesOf(client, endpoint.id)).toEqual(['cancelled', 'delivered']));
  });
});

test('disabled by its owner: what waits is cancelled; enabled again, only what comes then is sent', async ({
  hall,
  organisation: { id, client },
  onTestFinished,
}) => {
  const receiver = await receive(onTestFinished, answer(500));
  const endpoint = await makeEndpoint(client, receiver.url);
  const path = `/v1/webhooks/${endpoint.id}`;
  await insertEvents(hall.database, id, 1);
  await newestDelivery(client, endpoint.id, { attempt_count: 1 });
  expect((await client.patch(path, { enabled: false })).body).toMatchObject({
    enabled: false,
    disabled_reason: 'requested',
  });
  const [missed] = await insertEvents(hall.database, id, 1);
  await eventually(async () => expect((await client.get(`/v1/events/${missed}`)).status).toBe(200));
  await eventually(async () => expect(await statusesOf(client, endpoint.id)).toEqual(['cancelled']));
  receiver.behave(answer(200));
  const enabled = { enabled: true, disabled_reason: null, disabled_at: null, failing_since: null };
  expect((await client.patch(path, { enabled: true })).body).toMatchObject(enabled);
  const [wanted] = await insertEvents(hall.database, id, 1);
  await newestDelivery(client, endpoint.id, { status: 'delivered', event_id: wanted });
  expect(await statusesOf(client, endpoint.id)).toEqual(['delivered', 'cancelled']);
  expect(receiver.received.map((request) => request.headers['webhook-id'])).not.toContain(missed);
});

test('deleted: nothing more is sent, and its deliveries and itself are removed', async ({
  hall,
  organisation: { id, client },
  onTestFinished,
}) => {
  const receiver = await receive(onTestFinished, answer(500));
  const endpoint = await makeEndpoint(client, receiver.url);
  await insertEvents(hall.database, id, 5);
  await eventually(async () => expect(await deliveriesOf(client, endpoint.id)).toHaveLength(5));
  const [{ id: deliveryId }] = await deliveriesOf(client, endpoint.id);
  expect((await client.delete(`/v1/webhooks/${endpoint.id}`)).status).toBe(204);
  for (const path of ['', '/deliveries']) {
    expect((await client.get(`/v1/webhooks/${endpoint.id}${path}`)).status).toBe(404);
  }
  expect((await client.get(`/v1/deliveries/${deliveryId}`)).status).toBe(404);
  expect((await client.post(`/v1/deliveries/${deliveryId}/redeliver`)).status).toBe(404);
  const rows = async (table: string, column: string) =>
    (await hall.database.query(`select from ${table} where ${column} = $1`, [endpoint.id])).length;
  await eventually(async () => expect(await rows('deliveries', 'webhook_id')).toBe(0));
  // As if the minute had passed in which something may still come for it.
  await hall.database.query(`update webhooks set deleted_at = deleted_at - interval '2 minutes' where id = $1`, [
    endpoint.id,
  ]);
  await eventually(async () => expect(await rows('webhooks', 'id')).toBe(0));
  expect(await rows('webhook_queues', 'webhook_id')).toBe(0);
});
