import { expect } from 'vitest';
import { answer, hang } from '../../server/webhooks/testing/receiver.ts';
import { eventually } from '../setup/eventually.ts';
import { insertEvents, makeEndpoint, receive } from './fixtures.ts';
import { test } from './hall.ts';

/** How long one event of an organisation takes from its insert to its receiver, in milliseconds. */
const timesTo = async (
  { hall, count }: { hall: Parameters<typeof insertEvents>[0]; count: number },
  organisationId: string,
  receiver: Awaited<ReturnType<typeof receive>>,
): Promise<number[]> => {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const goal = receiver.received.length + 1;
    const began = performance.now();
    await insertEvents(hall, organisationId, 1);
    await eventually(() => expect(receiver.received.length).toBeGreaterThanOrEqual(goal));
    times.push((receiver.received.at(-1)?.at ?? 0) - began);
  }
  return times;
};

test('organisations whose receivers hang, with hundreds waiting for each, delay nobody', { timeout: 120_000 }, async ({
  hall,
  onTestFinished,
}) => {
  const hanging = await receive(onTestFinished, hang);
  const quick = await receive(onTestFinished);
  const [bad, worse, good] = await Promise.all([hall.organisation(), hall.organisation(), hall.organisation()]);
  await makeEndpoint(good.client, quick.url);
  for (const { client } of [bad, worse]) {
    await Promise.all(Array.from({ length: 20 }, () => makeEndpoint(client, hanging.url)));
  }
  await Promise.all([bad, worse].map(({ id }) => insertEvents(hall.database, id, 300)));
  await eventually(() => expect(hanging.received.length).toBeGreaterThan(20));
  const times = await timesTo({ hall: hall.database, count: 40 }, good.id, quick);
  expect(Math.max(...times)).toBeLessThan(1_500);
  const sorted = times.toSorted((a, b) => a - b);
  expect(sorted[sorted.length >> 1]).toBeLessThan(250);
  // Nobody is sent more than they can take: one for each endpoint once it is known to hang.
  const gauge = (name: string, text: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
  const { text } = await hall.client().get('/metrics');
  expect(gauge('hall_webhook_attempts_in_flight_slow', text)).toBeGreaterThanOrEqual(40);
  expect(gauge('hall_webhook_attempts_in_flight_slow', text)).toBeLessThanOrEqual(120);
  expect(gauge('hall_webhook_deliveries_waiting', text)).toBeGreaterThan(10_000);
  // Back from their fault, they get all of it.
  hanging.behave(answer(204));
});

test('one that takes everything at once has no more in flight than its share', async ({
  hall,
  organisation,
  onTestFinished,
}) => {
  let inFlight = 0;
  let most = 0;
  const receiver = await receive(onTestFinished, (_request, response) => {
    inFlight += 1;
    most = Math.max(most, inFlight);
    setTimeout(() => {
      inFlight -= 1;
      response.writeHead(204).end();
    }, 20);
  });
  await makeEndpoint(organisation.client, receiver.url);
  await insertEvents(hall.database, organisation.id, 300);
  await eventually(() => expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(300));
  expect(most).toBeGreaterThan(4);
  expect(most).toBeLessThanOrEqual(8);
});
