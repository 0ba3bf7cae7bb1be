import { expect, onTestFinished, test, vi } from 'vitest';
import type { Client } from '../setup/client.ts';
import { eventually } from '../setup/eventually.ts';
import { startHall, type TestDatabase, testDatabase } from '../setup/hall.ts';
import { startHallProcess } from '../setup/hall-process.ts';
import { booksOf, endLease, hallIds, makeStale } from './books.ts';
import { livekitProxy } from './proxies.ts';
import { livekitRooms } from './rooms.ts';

vi.setConfig({ testTimeout: 120_000 });

const limit = 5;

/** So many creates at once; the status of each answer, or `none` where the process died before it answered. */
const createAll = (client: Client, times: number): Promise<(number | 'none')[]> =>
  Promise.all(
    Array.from({ length: times }, () =>
      client.post('/v1/halls', {}).then(
        (answer) => answer.status,
        () => 'none' as const,
      ),
    ),
  );

const count = (statuses: (number | 'none')[], wanted: number): number =>
  statuses.filter((status) => status === wanted).length;

/** Reads the books again and again until it is stopped: at no moment may they be wrong. */
const audit = (database: TestDatabase, organisationId: string) => {
  let running = true;
  const done = (async () => {
    while (running) {
      const { counter, opening, open } = await booksOf(database, organisationId);
      expect(counter).toBe(opening + open);
      expect(counter).toBeLessThanOrEqual(limit);
    }
  })();
  return async () => {
    running = false;
    await done;
  };
};

/** An instance in this process, and an organisation. */
const startOne = async () => {
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  const one = await startHall({ database, environment: { INSTANCE: 'one' } });
  onTestFinished(() => one.stop());
  return { database, ...(await one.organisation({ max_concurrent_halls: limit })) };
};

test('200 creates at once on two instances, one killed meanwhile: after the sweep the capacity is right', async () => {
  const { database, id, key, client } = await startOne();
  const proxy = await livekitProxy(onTestFinished);
  const settings = { database, livekitUrl: proxy.url, environment: { INSTANCE: 'two' } };
  const two = await startHallProcess(settings, onTestFinished);
  // What the second has taken stands between taking capacity and opening when it dies.
  const held = proxy.trap('CreateRoom', 'hold answers');
  const stopAudit = audit(database, id);
  const doomed = createAll(two.client(`Bearer ${key}`), 100);
  await eventually(() => expect(held.caught).toBeGreaterThan(0));
  const others = createAll(client, 100);
  await two.kill();
  const statuses = (await Promise.all([doomed, others])).flat();
  await stopAudit();
  const stuck = (await booksOf(database, id)).opening;
  expect(stuck).toBeGreaterThan(0);
  expect(count(statuses, 201)).toBe(limit - stuck);

  await makeStale(database, id);
  await endLease(database, 'two');
  await eventually(async () =>
    expect(await booksOf(database, id)).toMatchObject({ counter: limit - stuck, opening: 0, open: limit - stuck }),
  );
  const again = await createAll(client, limit);
  expect(count(again, 201)).toBe(stuck);
  expect(count(again, 403)).toBe(limit - stuck);
  expect(await booksOf(database, id)).toMatchObject({ counter: limit, opening: 0, open: limit });
  const { body } = await client.get('/v1/halls?status=open&limit=100');
  const open: string[] = body.data.map((hall: { id: string }) => hall.id);
  expect(open).toHaveLength(limit);
  const ids = await hallIds(database, id);
  await eventually(async () => expect((await livekitRooms().existing(ids)).sort()).toEqual([...open].sort()));
});
