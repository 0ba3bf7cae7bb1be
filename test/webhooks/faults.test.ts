import { Webhook } from 'standardwebhooks';
import { expect, test, vi } from 'vitest';
import { answer, type Receiver } from '../../server/webhooks/testing/receiver.ts';
import { openHall } from '../api/fixtures.ts';
import { databaseProxy } from '../faults/proxies.ts';
import { eventually } from '../setup/eventually.ts';
import { startHall, testDatabase, testOrganisation } from '../setup/hall.ts';
import { type OnEnd, startHallProcess } from '../setup/hall-process.ts';
import { type Endpoint, insertEvents, makeEndpoint, newestDelivery, permissive, receive } from './fixtures.ts';

vi.setConfig({ testTimeout: 240_000 });

/** Everything that came verifies, and each of these ids is there. */
const expectAll = (receiver: Receiver, endpoints: readonly Endpoint[], ids: readonly string[]): void => {
  const verifiers = endpoints.map(({ secret }) => new Webhook(secret));
  const seen = new Set<string>();
  for (const { headers, body, path } of receiver.received) {
    const verifier = verifiers[Number(path.slice('/hook'.length))];
    if (verifier === undefined) throw new Error(`nobody made an endpoint at ${path}`);
    const { id } = verifier.verify(body, headers) as { id: string };
    expect(headers['webhook-id']).toBe(id);
    seen.add(id);
  }
  expect(ids.filter((id) => !seen.has(id))).toEqual([]);
};

const start = (database: Awaited<ReturnType<typeof testDatabase>>, onEnd: OnEnd) =>
  startHallProcess({ database, environment: { ...permissive, LOG_LEVEL: 'silent' } }, onEnd);

test('killed with -9 after sending and before noting: another process sends it again within 30 seconds', async ({
  onTestFinished,
}) => {
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  const first = await start(database, onTestFinished);
  const { client } = await testOrganisation(database, first.url);
  let killed = 0;
  const receiver = await receive(onTestFinished, (_request, response) => {
    if (killed > 0) return response.writeHead(204).end();
    killed = performance.now();
    return void first.kill();
  });
  const endpoint = await makeEndpoint(client, receiver.url);
  await openHall(client);
  await eventually(() => expect(killed).toBeGreaterThan(0));
  const second = await start(database, onTestFinished);
  await eventually(() => expect(receiver.received).toHaveLength(2), 40_000);
  const [one, two] = receiver.received;
  expect(two?.headers['webhook-id']).toBe(one?.headers['webhook-id']);
  expect(((two?.at ?? 0) - killed) / 1000).toBeLessThan(30);
  new Webhook(endpoint.secret).verify(two?.body ?? '', two?.headers ?? {});
  const { client: successor } = await testOrganisation(database, second.url);
  expect((await successor.get('/v1/webhooks')).body.data).toEqual([]);
});

test('10,000 events and three times kill -9: each arrives at least once, and all of them verify', async ({
  onTestFinished,
}) => {
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  let hall = await start(database, onTestFinished);
  const receiver = await receive(onTestFinished);
  const organisations = await Promise.all([0, 1, 2, 3].map(() => testOrganisation(database, hall.url)));
  const endpoints = await Promise.all(
    organisations.map(({ client }, index) => makeEndpoint(client, `${receiver.url}${index}`)),
  );
  const ids = (await Promise.all(organisations.map(({ id }) => insertEvents(database, id, 2_500)))).flat();
  for (const goal of [1_500, 4_500, 7_500]) {
    await eventually(() => expect(receiver.received.length).toBeGreaterThan(goal), 60_000);
    await hall.kill();
    hall = await start(database, onTestFinished);
  }
  const waiting = "select from deliveries where status = 'pending' limit 1";
  await eventually(async () => expect(await database.query(waiting)).toEqual([]), 90_000);
  expectAll(receiver, endpoints, ids);
  expect(receiver.received.length).toBeGreaterThanOrEqual(10_000);
  // What was in flight at a kill, and little more, came twice.
  expect(receiver.received.length).toBeLessThan(11_500);
});

test('PostgreSQL breaks off all connections, and is away, under load: nothing is lost', async ({ onTestFinished }) => {
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  const proxy = await databaseProxy(database, onTestFinished);
  const hall = await startHall({ database, connection: { connectionString: proxy.url }, environment: permissive });
  onTestFinished(() => hall.stop());
  const { id, client } = await hall.organisation();
  const receiver = await receive(onTestFinished);
  const endpoint = await makeEndpoint(client, `${receiver.url}0`);
  const ids = await insertEvents(database, id, 3_000);
  for (const goal of [300, 900, 1_500]) {
    await eventually(() => expect(receiver.received.length).toBeGreaterThan(goal));
    proxy.cut();
  }
  await eventually(() => expect(receiver.received.length).toBeGreaterThan(2_000));
  await proxy.refuse();
  const away = receiver.received.length;
  await proxy.set('pass');
  const [one] = await insertEvents(database, id, 1);
  const waiting = "select from deliveries where status = 'pending' limit 1";
  await eventually(async () => expect(await database.query(waiting)).toEqual([]), 90_000);
  await newestDelivery(client, endpoint.id, { event_id: one, status: 'delivered' });
  expect(receiver.received.length).toBeGreaterThan(away);
  expectAll(receiver, [endpoint], [...ids, one ?? '']);
});

test('asked to stop: what is in flight is noted, and the rest is free for others at once', async ({
  onTestFinished,
}) => {
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  const hall = await start(database, onTestFinished);
  const { id, client } = await testOrganisation(database, hall.url);
  const held: (() => void)[] = [];
  const receiver = await receive(onTestFinished, (_request, response) => {
    held.push(() => answer(204)(_request, response));
  });
  await makeEndpoint(client, receiver.url);
  await insertEvents(database, id, 20);
  await eventually(() => expect(held.length).toBeGreaterThan(0));
  hall.signal('SIGTERM');
  receiver.behave(answer(204));
  for (const letGo of held) letGo();
  expect((await hall.ended).code).toBe(0);
  expect(await database.query('select from webhook_queues where holder is not null')).toEqual([]);
  const sent = new Set(receiver.received.map((request) => request.headers['webhook-id'])).size;
  const noted = await database.query("select from deliveries where status = 'delivered'");
  expect(noted.length).toBe(sent);
});
