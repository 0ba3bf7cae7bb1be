import pg from 'pg';
import { test as base, expect } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/setup/hall.ts';
import { openDatabase } from '../database/open-database.ts';
import { type EventStore, eventStore } from './event-store.ts';

type Fixtures = { database: TestDatabase; events: EventStore; writer: pg.Client; other: pg.Client };

const connect = async ({ connection }: TestDatabase): Promise<pg.Client> => {
  const client = new pg.Client(connection);
  await client.connect();
  return client;
};

/** A database without a Hall, so that nobody publishes or removes anything but the test. */
const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs
  database: async ({}, use) => {
    const database = await testDatabase();
    await use(database);
    await database.drop();
  },
  events: async ({ database }, use) => {
    const opened = openDatabase(database.connection, { poolSize: 4, onLost: () => {} });
    await use(eventStore(opened.database));
    await opened.close();
  },
  writer: async ({ database }, use) => {
    const client = await connect(database);
    await use(client);
    await client.end();
  },
  other: async ({ database }, use) => {
    const client = await connect(database);
    await use(client);
    await client.end();
  },
});

const organisation = 'org_test';
const write = async (client: pg.Client, count = 1, age = '0'): Promise<string[]> => {
  const { rows } = await client.query(
    `insert into events (id, organisation_id, hall_id, type, data, created_at)
     select new_event_id(), $1, 'hall_1', 'hall.created', '{}', now() - $3::interval from generate_series(1, $2) returning id`,
    [organisation, count, age],
  );
  return rows.map(({ id }) => id);
};

const publishAll = async (events: EventStore): Promise<void> => {
  while ((await events.publish(1_000)).count > 0);
};

const idsAfter = async (events: EventStore, position: number): Promise<string[]> =>
  (await events.after(organisation, position, 10_000)).events.map(({ id }) => id);

test('what commits late comes later: whoever has read up to a position misses nothing', async ({
  events,
  writer,
  other,
}) => {
  await writer.query('begin');
  const [late] = await write(writer);
  const [early] = await write(other);
  expect(await events.publish(10)).toMatchObject({ count: 1, lastPosition: 1 });
  const page = await events.after(organisation, 0, 10);
  expect([page.events.map(({ id }) => id), page.upTo]).toEqual([[early], 1]);
  await writer.query('commit');
  expect(await events.publish(10)).toMatchObject({ count: 1, lastPosition: 2 });
  expect(await idsAfter(events, page.upTo)).toEqual([late]);
});

test('a transaction that is rolled back tells of nothing', async ({ events, writer }) => {
  await writer.query('begin');
  await write(writer);
  await writer.query('rollback');
  expect(await events.publish(10)).toMatchObject({ count: 0, lastPosition: 0 });
});

test('several publish at once: each event once, and no number twice or left out', async ({ events, writer, other }) => {
  const written: string[] = [];
  const seen: string[] = [];
  let position = 0;
  let isWriting = true;
  const read = async (): Promise<void> => {
    const page = await events.after(organisation, position, 10_000);
    seen.push(...page.events.map(({ id }) => id));
    for (const [index, event] of page.events.entries()) expect(event.position).toBe(position + index + 1);
    position = page.upTo;
  };
  const publish = async (): Promise<void> => {
    while (isWriting) await events.publish(7);
  };
  const publishing = [publish(), publish(), publish()];
  for (let round = 0; round < 60; round += 1) {
    await other.query('begin');
    written.push(...(await write(other, 3)), ...(await write(writer, 2)));
    await read();
    await other.query(round % 3 === 0 ? 'rollback' : 'commit');
    if (round % 3 === 0) written.splice(-5, 3);
  }
  isWriting = false;
  await Promise.all(publishing);
  await publishAll(events);
  await read();
  expect([...seen].sort()).toEqual([...written].sort());
});

test('a batch is the oldest that wait, in the order in which they were written', async ({ events, writer }) => {
  const written = await write(writer, 10);
  expect(await events.publish(4)).toMatchObject({ count: 4, lastPosition: 4 });
  expect(await idsAfter(events, 0)).toEqual(written.slice(0, 4));
  expect(await events.lagSeconds()).toBeGreaterThan(0);
  await publishAll(events);
  expect(await idsAfter(events, 0)).toEqual(written);
  expect(await events.lagSeconds()).toBe(0);
});

test('what is thirty days old is removed, batch by batch, and nothing else; positions go on', async ({
  events,
  writer,
}) => {
  await write(writer, 7, '30 days 1 second');
  const kept = await write(writer, 3, '29 days 23 hours');
  await publishAll(events);
  expect(await events.prune(4)).toBe(4);
  expect(await events.prune(4)).toBe(3);
  expect(await events.prune(4)).toBe(0);
  expect(await idsAfter(events, 0)).toEqual(kept);
  await writer.query("update events set created_at = now() - interval '31 days'");
  expect(await events.prune(4)).toBe(3);
  await write(writer);
  expect(await events.publish(4)).toMatchObject({ count: 1, lastPosition: 11 });
});

test('a reader begins at the end, after the event that it has seen, or at the beginning if that is gone', async ({
  events,
  writer,
}) => {
  const [, second] = await write(writer, 3);
  await publishAll(events);
  expect(await events.startAfter(organisation, undefined)).toBe(3);
  expect(await events.startAfter(organisation, second)).toBe(2);
  expect(await events.startAfter('org_other', second)).toBe(0);
  expect(await events.startAfter(organisation, 'evt_01k9zq3v5c8r2m7d4t6w0x1y2z')).toBe(0);
});
