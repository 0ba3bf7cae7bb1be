import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Client } from '../setup/client.ts';
import { eventually } from '../setup/eventually.ts';
import { startHall, type TestDatabase, type TestHall, testDatabase } from '../setup/hall.ts';
import { type OnEnd, startHallProcess } from '../setup/hall-process.ts';
import type { Mode } from '../setup/tcp-proxy.ts';
import { booksOf, endRequestLeases, hallIds, makeStale } from './books.ts';
import { databaseProxy, livekitProxy } from './proxies.ts';
import { livekitRooms } from './rooms.ts';

/*
 * A process is killed at each step of opening a hall, with two requests held there. Of the first the sweep learns before
 * its client repeats it, of the second after. Another instance lives on: it sweeps, and answers the repeats.
 */

vi.setConfig({ testTimeout: 120_000 });

type Step = {
  name: string;
  at: 'PostgreSQL' | 'LiveKit';
  /** What the statement or call of this step contains. */
  text: string;
  mode: Mode;
  /** What is left of a hall when the process is dead. */
  left: 'nothing' | 'opening' | 'open';
};

const steps: Step[] = [
  {
    name: 'after noting its key',
    at: 'PostgreSQL',
    text: 'into idempotent_requests',
    mode: 'hold answers',
    left: 'nothing',
  },
  { name: 'after taking capacity', at: 'PostgreSQL', text: 'taken as (', mode: 'hold answers', left: 'opening' },
  { name: 'before the room is made', at: 'LiveKit', text: 'CreateRoom', mode: 'hang', left: 'opening' },
  { name: 'after the room was made', at: 'LiveKit', text: 'CreateRoom', mode: 'hold answers', left: 'opening' },
  {
    name: 'before it is marked open',
    at: 'PostgreSQL',
    text: 'update "halls" set "status"',
    mode: 'hang',
    left: 'opening',
  },
  {
    name: 'after it was marked open',
    at: 'PostgreSQL',
    text: 'update "halls" set "status"',
    mode: 'hold answers',
    left: 'open',
  },
  {
    name: 'before the answer',
    at: 'PostgreSQL',
    text: 'update "idempotent_requests"',
    mode: 'hold answers',
    left: 'open',
  },
];

const headers = { 'Idempotency-Key': 'the one' };
const post = (client: Client) => client.post('/v1/halls', { name: 'Algebra' }, { headers });

let database: TestDatabase;
let survivor: TestHall;
beforeAll(async () => {
  database = await testDatabase();
  survivor = await startHall({ database, environment: { INSTANCE: 'survivor' } });
  // Before any of those that are killed, which would hold it for 20 s more.
  await eventually(async () =>
    expect(await database.query('select distinct holder from leases')).toEqual([{ holder: 'survivor' }]),
  );
});
afterAll(async () => {
  await survivor?.stop();
  await database?.drop();
});

/** Starts an instance, holds a create of each of two organisations at the step, and kills it. */
const killAt = async ({ at, text, mode }: Step, onEnd: OnEnd) => {
  const proxies = { PostgreSQL: await databaseProxy(database, onEnd), LiveKit: await livekitProxy(onEnd) };
  const { PostgreSQL, LiveKit } = proxies;
  const doomed = await startHallProcess({ database, databaseUrl: PostgreSQL.url, livekitUrl: LiveKit.url }, onEnd);
  const [first, second] = [await survivor.organisation(), await survivor.organisation()];
  const trap = proxies[at].trap(text, mode);
  const lost = [first, second].map(({ key }) => post(doomed.client(`Bearer ${key}`)).catch(() => 'no answer'));
  await eventually(() => expect(trap.caught).toBe(2));
  await doomed.kill();
  expect(await Promise.all(lost)).toEqual(['no answer', 'no answer']);
  await endRequestLeases(database, first.id);
  await endRequestLeases(database, second.id);
  return { first, second };
};

/** One open hall, its capacity, its room, and nothing else. */
const expectOneHall = async (organisationId: string, client: Client, hallId: string): Promise<void> => {
  const { body } = await client.get('/v1/halls');
  expect(body.data).toEqual([expect.objectContaining({ id: hallId, name: 'Algebra', status: 'open' })]);
  expect(await booksOf(database, organisationId)).toMatchObject({ counter: 1, opening: 0, open: 1 });
  const ids = await hallIds(database, organisationId);
  await eventually(async () => expect(await livekitRooms().existing(ids)).toEqual([hallId]));
};

describe.concurrent('killed', () => {
  test.for(steps)('$name', async (step, { onTestFinished }) => {
    const { first, second } = await killAt(step, onTestFinished);
    const left = step.left === 'nothing' ? 0 : 1;
    const open = step.left === 'open' ? 1 : 0;
    for (const { id } of [first, second]) {
      expect(await booksOf(database, id)).toMatchObject({ counter: left, opening: left - open, open });
    }

    await makeStale(database, first.id);
    await eventually(async () =>
      expect(await booksOf(database, first.id)).toMatchObject({ counter: open, opening: 0, open }),
    );
    const ids = await hallIds(database, first.id);
    await eventually(async () => expect(await livekitRooms().existing(ids)).toEqual(open === 1 ? ids : []));
    let repeated = await post(first.client);
    if (step.left === 'opening') {
      // The sweep was there first: the request is free again, and the next repeat begins anew.
      expect(repeated.status).toBe(502);
      expect(Number(repeated.headers.get('retry-after'))).toBeGreaterThan(0);
      repeated = await post(first.client);
    }
    expect(repeated.status).toBe(201);
    await expectOneHall(first.id, first.client, repeated.body.id);

    const before = await hallIds(database, second.id);
    const resumed = await post(second.client);
    expect(resumed.status).toBe(201);
    if (left === 1) expect(before).toEqual([resumed.body.id]);
    await expectOneHall(second.id, second.client, resumed.body.id);
    const replayed = await post(second.client);
    expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    expect(replayed.body).toEqual(resumed.body);
  });
});
