import { describe, expect, test, vi } from 'vitest';
import type { Client, TestAnswer } from '../setup/client.ts';
import { eventually } from '../setup/eventually.ts';
import { startHall, testDatabase, testOrganisation } from '../setup/hall.ts';
import { type OnEnd, startHallProcess } from '../setup/hall-process.ts';
import { booksOf, hallIds } from './books.ts';
import { databaseProxy, type UrlProxy } from './proxies.ts';
import { livekitRooms } from './rooms.ts';
import { timed } from './timed.ts';

vi.setConfig({ testTimeout: 120_000 });

/** Hall in this process, with a proxy before its database. */
const start = async (onEnd: OnEnd) => {
  const database = await testDatabase();
  onEnd(() => database.drop());
  const proxy = await databaseProxy(database, onEnd);
  const hall = await startHall({ database, connection: { connectionString: proxy.url } });
  onEnd(() => hall.stop());
  return { database, proxy, hall };
};

type Fault = { name: string; begin: (proxy: UrlProxy) => unknown };

const faults: Fault[] = [
  { name: 'refuses connections', begin: (proxy) => proxy.refuse() },
  { name: 'hangs', begin: (proxy) => proxy.set('hang') },
];

/** No request waits longer for a database that does not answer. */
const longestSeconds = 15;

const expectUnavailable = ({ answer, seconds }: { answer: TestAnswer; seconds: number }): void => {
  expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(answer.body.detail).toContain('http://hall.test/status');
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(seconds).toBeLessThan(longestSeconds);
};

const asJson = { headers: { accept: 'application/json' } };

describe.concurrent('while PostgreSQL', () => {
  test.for(faults)(
    '$name: 503, healthy but not ready, and it recovers by itself',
    async (fault, { onTestFinished }) => {
      const { proxy, hall } = await start(onTestFinished);
      const { client } = await hall.organisation();
      const stranger = await hall.organisation();
      const { body } = await client.post('/v1/halls', { name: 'Algebra' });
      const create = (by: Client) => by.post('/v1/halls', {}, { headers: { 'Idempotency-Key': 'the one' } });
      const ask = () => [
        client.get(`/v1/halls/${body.id}`),
        client.get('/v1/halls'),
        client.get('/v1/organisation'),
        create(client),
        client.post('/v1/halls', {}),
        client.post(`/v1/halls/${body.id}/join`, {}),
        // This key was not seen before: the door itself needs the database.
        stranger.client.get('/v1/halls'),
      ];
      await fault.begin(proxy);

      const answers = ask().map(timed);
      const anonymous = hall.client();
      const health = await timed(anonymous.get('/healthz'));
      expect(health.answer.status).toBe(200);
      expect(health.seconds).toBeLessThan(2);
      const ready = await timed(anonymous.get('/readyz'));
      expect(ready.answer.status).toBe(503);
      expect(ready.answer.body.parts).toContainEqual(expect.objectContaining({ name: 'database', ready: false }));
      expect(ready.seconds).toBeLessThan(4);
      const status = await timed(anonymous.get('/status', asJson));
      expect(status.answer.body).toMatchObject({ status: 'Hall is not available', ready: false });
      expect(status.seconds).toBeLessThan(4);
      for (const answer of await Promise.all(answers)) expectUnavailable(answer);
      // Whoever was remembered is not any more.
      for (const answer of await Promise.all(ask().map(timed))) expectUnavailable(answer);

      await proxy.set('pass');
      await eventually(async () => expect((await client.get(`/v1/halls/${body.id}`)).status).toBe(200));
      await eventually(async () => expect((await anonymous.get('/readyz')).status).toBe(200));
      const created = await create(client);
      expect(created.status).toBe(201);
      expect((await create(client)).body).toEqual(created.body);
    },
  );
});

describe.concurrent('a create whose statement was done while its answer was lost', () => {
  const steps = [
    { name: 'that takes capacity', text: 'taken as (' },
    { name: 'that opens the hall', text: 'update "halls" set "status"' },
  ];

  test.for(steps)('$name: 503, and the retry with its Idempotency-Key makes one hall', async (step, context) => {
    const { database, proxy, hall } = await start(context.onTestFinished);
    const { id, client } = await hall.organisation({ max_concurrent_halls: 1 });
    const create = () => client.post('/v1/halls', {}, { headers: { 'Idempotency-Key': 'the one' } });
    const lost = proxy.trap(step.text, 'drop answers');
    expectUnavailable(await timed(create()));
    expect(lost.answered).toBe(1);
    lost.release();
    const retried = await create();
    expect(retried.status).toBe(201);
    expect((await client.get('/v1/halls')).body.data).toEqual([retried.body]);
    expect(await booksOf(database, id)).toMatchObject({ counter: 1, opening: 0, open: 1 });
    expect(await livekitRooms().existing(await hallIds(database, id))).toEqual([retried.body.id]);
  });
});

test('connections that break at work, again and again, do not end the process', async ({ onTestFinished }) => {
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  const proxy = await databaseProxy(database, onTestFinished);
  const hall = await startHallProcess({ database, databaseUrl: proxy.url }, onTestFinished);
  const { client } = await testOrganisation(database, hall.url);
  const statuses = new Set<number>();
  let answered = 0;
  let running = true;
  const clients = Array.from({ length: 8 }, async () => {
    while (running) {
      statuses.add((await client.get('/v1/halls')).status);
      answered++;
    }
  });
  const breaks = [
    () => proxy.cut(),
    // As an administrator, or a PostgreSQL that is shut down, does it.
    () =>
      database.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'hall' and datname = current_database()`,
      ),
  ];
  for (const breakAll of [...breaks, ...breaks, ...breaks]) {
    const goal = answered + 50;
    await eventually(() => expect(answered).toBeGreaterThan(goal));
    await breakAll();
  }
  running = false;
  await Promise.all(clients);
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  await eventually(async () => expect((await client.get('/v1/halls')).status).toBe(200));
  expect(hall.err).not.toContain('unforeseen');
});
