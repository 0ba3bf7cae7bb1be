import { Webhook } from 'standardwebhooks';
import { describe, expect } from 'vitest';
import { version } from '../../server/version.ts';
import { answer } from '../../server/webhooks/testing/receiver.ts';
import { openHall } from '../api/fixtures.ts';
import { eventually } from '../setup/eventually.ts';
import { deliveriesOf, insertEvents, makeEndpoint, newestDelivery, passTime, receive } from './fixtures.ts';
import { test } from './hall.ts';

test('what happens is delivered, signed, and as the log of events shows it', async ({ client, onTestFinished }) => {
  const receiver = await receive(onTestFinished);
  const endpoint = await makeEndpoint(client, receiver.url);
  const hall = await openHall(client, { name: 'Algebra', metadata: { course: 'é 🎓' } });
  await eventually(() => expect(receiver.received).toHaveLength(1));
  const [request] = receiver.received;
  if (request === undefined) throw new Error('nothing came');
  const verified = new Webhook(endpoint.secret).verify(request.body, request.headers) as { id: string };
  expect(verified).toEqual((await client.get(`/v1/events/${verified.id}`)).body);
  expect(verified).toMatchObject({ type: 'hall.created', sequence: 1, data: { hall } });
  expect(request.headers).toMatchObject({
    'webhook-id': verified.id,
    'content-type': 'application/json',
    'user-agent': `Hall/${version}`,
  });
  expect(request.body).toBe(JSON.stringify(verified));
  const delivery = await newestDelivery(client, endpoint.id, { status: 'delivered' });
  expect(delivery).toMatchObject({
    event_id: verified.id,
    event_type: 'hall.created',
    reason: 'event',
    attempt_count: 1,
    next_attempt_at: null,
    response_status: 204,
    error: null,
    body: request.body,
    attempts: [{ result: 'delivered', response_status: 204, url: receiver.url, response_body: '' }],
  });
  expect(delivery.attempts[0].request_headers['webhook-signature']).toBe(request.headers['webhook-signature']);
});

test('only the types that an endpoint asked for, and only its own organisation', async ({
  client,
  stranger,
  onTestFinished,
}) => {
  const [closed, all, foreign] = [
    await receive(onTestFinished),
    await receive(onTestFinished),
    await receive(onTestFinished),
  ];
  await makeEndpoint(client, closed.url, { events: ['hall.closed', 'hall.closed'] });
  await makeEndpoint(client, all.url, { events: ['*'] });
  await makeEndpoint(stranger, foreign.url);
  const { id } = await openHall(client);
  await client.post(`/v1/halls/${id}/close`);
  await eventually(() => expect([all.received.length, closed.received.length]).toEqual([2, 1]));
  expect(JSON.parse(closed.received[0]?.body ?? '{}')).toMatchObject({ type: 'hall.closed', sequence: 2 });
  expect(foreign.received).toEqual([]);
});

describe('an attempt that fails', () => {
  test('is followed by another after some 5 seconds: the same id, a fresh time, the same body', async ({
    client,
    onTestFinished,
  }) => {
    const receiver = await receive(onTestFinished, answer(500, { 'content-type': 'text/plain' }, 'no space left'));
    const endpoint = await makeEndpoint(client, receiver.url);
    await openHall(client);
    const first = await newestDelivery(client, endpoint.id, { attempt_count: 1 });
    expect(first).toMatchObject({
      status: 'pending',
      response_status: 500,
      error: 'The receiver answered 500.',
      attempts: [{ response_body: 'no space left', response_headers: { 'content-type': 'text/plain' } }],
    });
    receiver.behave(answer(200));
    const second = await newestDelivery(client, endpoint.id, { status: 'delivered', attempt_count: 2 });
    expect(second.error).toBeNull();
    const [one, two] = receiver.received;
    expect(receiver.received).toHaveLength(2);
    expect(two?.headers['webhook-id']).toBe(one?.headers['webhook-id']);
    expect(Number(two?.headers['webhook-timestamp'])).toBeGreaterThan(Number(one?.headers['webhook-timestamp']));
    expect(two?.body).toBe(one?.body);
    new Webhook(endpoint.secret).verify(two?.body ?? '', two?.headers ?? {});
    const pause = ((two?.at ?? 0) - (one?.at ?? 0)) / 1000;
    expect(pause).toBeGreaterThan(4);
    expect(pause).toBeLessThan(8);
  });

  test('eight times is given up', async ({ hall, client, onTestFinished }) => {
    const receiver = await receive(onTestFinished, answer(500));
    const endpoint = await makeEndpoint(client, receiver.url);
    await openHall(client);
    const pauses: number[] = [];
    for (let attempt = 1; attempt < 8; attempt += 1) {
      const { next_attempt_at, attempts } = await newestDelivery(client, endpoint.id, { attempt_count: attempt });
      pauses.push((Date.parse(next_attempt_at) - Date.parse(attempts.at(-1).at)) / 1000);
      await passTime(hall.database, endpoint.id);
    }
    const wanted = [5, 300, 1_800, 7_200, 18_000, 36_000, 86_400];
    for (const [index, pause] of pauses.entries()) {
      expect(pause / (wanted[index] ?? 0)).toBeGreaterThan(0.79);
      expect(pause / (wanted[index] ?? 0)).toBeLessThan(1.5);
    }
    const last = await newestDelivery(client, endpoint.id, { status: 'failed', attempt_count: 8 });
    expect(last.attempts).toHaveLength(8);
    expect(last.next_attempt_at).toBeNull();
    expect((await deliveriesOf(client, endpoint.id, 'status=failed')).length).toBe(1);
    expect(await deliveriesOf(client, endpoint.id, 'status=pending')).toEqual([]);
  });

  test('with 429 and Retry-After: not before that, for the endpoint as a whole', async ({
    hall,
    organisation,
    onTestFinished,
  }) => {
    const { client, id } = organisation;
    const receiver = await receive(onTestFinished, answer(429, { 'retry-after': '600' }));
    const endpoint = await makeEndpoint(client, receiver.url);
    await openHall(client);
    const { next_attempt_at, attempts } = await newestDelivery(client, endpoint.id, { attempt_count: 1 });
    expect((Date.parse(next_attempt_at) - Date.parse(attempts[0].at)) / 1000).toBeGreaterThanOrEqual(599);
    const queue = async () =>
      (
        await hall.database.query<{ rest: number | null; due: number }>(
          `select extract(epoch from rests_until - now())::float8 as rest, extract(epoch from due_at - now())::float8 as due
           from webhook_queues where webhook_id = $1 and holder is null`,
          [endpoint.id],
        )
      )[0];
    await eventually(async () => expect((await queue())?.rest).toBeGreaterThan(590));
    // What comes next waits as well.
    await insertEvents(hall.database, id, 1);
    await eventually(async () => expect(await deliveriesOf(client, endpoint.id)).toHaveLength(2));
    expect((await queue())?.due).toBeGreaterThan(590);
    expect(receiver.received).toHaveLength(1);
  });

  test('with a redirect to a metadata address: not followed, and said', async ({ client, onTestFinished }) => {
    const receiver = await receive(
      onTestFinished,
      answer(307, { location: 'http://169.254.169.254/latest/meta-data/' }),
    );
    const endpoint = await makeEndpoint(client, receiver.url);
    await openHall(client);
    const { attempts } = await newestDelivery(client, endpoint.id, { attempt_count: 1, status: 'pending' });
    expect(attempts[0]).toMatchObject({
      response_status: 307,
      response_headers: { location: 'http://169.254.169.254/latest/meta-data/' },
    });
    expect(attempts[0].error).toContain('Redirects are not followed');
  });

  test('for want of an answer within 15 seconds', { timeout: 60_000 }, async ({ client, onTestFinished }) => {
    const receiver = await receive(onTestFinished, (_, response) => {
      const drip = setInterval(() => response.write('.'), 500);
      response.on('close', () => clearInterval(drip));
    });
    const endpoint = await makeEndpoint(client, receiver.url);
    await openHall(client);
    const { attempts } = await newestDelivery(client, endpoint.id, { attempt_count: 1 });
    expect(attempts[0]).toMatchObject({ result: 'timed_out', error: 'There was no whole answer within 15 seconds.' });
    expect(attempts[0].duration_ms).toBeGreaterThan(14_900);
    expect(attempts[0].duration_ms).toBeLessThan(17_000);
  });
});
