import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { startRedis } from '../redis.ts';
import type { TestAnswer } from '../setup/client.ts';
import { startHall, type TestHall, type TestOrganisation } from '../setup/hall.ts';
import { fromAddress, newAddress, openHall, test, unknownHallId } from './fixtures.ts';

/** The plan's own limits: 100 requests, 10 creates, 60 joins. */
const defaults = { limit_requests: null, limit_create: null, limit_join: null };
const path = '/v1/organisation';

/** The three X-RateLimit headers, as numbers. */
const limitOf = ({ headers }: TestAnswer) => ({
  limit: Number(headers.get('x-ratelimit-limit')),
  remaining: Number(headers.get('x-ratelimit-remaining')),
  reset: Number(headers.get('x-ratelimit-reset')),
});

const atOnce = (times: number, send: (index: number) => Promise<TestAnswer>): Promise<TestAnswer[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => send(index)));

const count = (answers: TestAnswer[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;

const expectRefused = (answer: TestAnswer, limit: number): void => {
  expect([answer.status, answer.body.code]).toEqual([429, 'rate_limited']);
  const { remaining, reset, limit: shown } = limitOf(answer);
  expect([shown, remaining]).toEqual([limit, 0]);
  const seconds = Number(answer.headers.get('retry-after'));
  expect(answer.body.detail).toBe(`Rate limit exceeded. Try again in ${seconds} seconds.`);
  expect(Math.abs(reset - Date.now() / 1000 - seconds)).toBeLessThan(3);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(61);
};

describe('100 requests of a key in 60 seconds', () => {
  test('are counted down from 99, until the oldest leaves the window', async ({ hall }) => {
    const { client } = await hall.organisation(defaults);
    const before = Math.floor(Date.now() / 1000);
    const answers: TestAnswer[] = [];
    for (let index = 0; index < 5; index += 1) answers.push(await client.get(path));
    const after = Math.ceil(Date.now() / 1000);
    const limits = answers.map(limitOf);
    expect(limits.map(({ limit, remaining }) => [limit, remaining])).toEqual(
      [99, 98, 97, 96, 95].map((left) => [100, left]),
    );
    // The oldest stays the same one.
    expect(new Set(limits.map(({ reset }) => reset)).size).toBe(1);
    expect(limits[0]?.reset).toBeGreaterThanOrEqual(before + 60);
    expect(limits[0]?.reset).toBeLessThanOrEqual(after + 60);
  });

  test('of 150 at once are all that is admitted; another key and another organisation go on', async ({ hall }) => {
    const organisation = await hall.organisation(defaults);
    const answers = await atOnce(150, () => organisation.client.get(path));
    expect([count(answers, 200), count(answers, 429)]).toEqual([100, 50]);
    const admitted = answers.filter((answer) => answer.status === 200).map((answer) => limitOf(answer).remaining);
    expect(admitted.sort((a, b) => b - a)).toEqual(Array.from({ length: 100 }, (_, index) => 99 - index));
    expectRefused(await organisation.client.get(path), 100);
    expectRefused(await organisation.client.get('/v1/nothing'), 100);
    expect(limitOf(await (await hall.anotherKey(organisation)).client.get(path))).toMatchObject({
      limit: 100,
      remaining: 99,
    });
    expect((await (await hall.organisation(defaults)).client.get(path)).status).toBe(200);
  });

  test('count whatever becomes of them', async ({ hall }) => {
    const { client } = await hall.organisation(defaults);
    const answers = [
      await client.get(`/v1/halls/${unknownHallId}`),
      await client.get('/v1/nothing'),
      await client.send('PUT', '/v1/halls'),
      await client.get('/v1/halls?limit=x'),
      await client.patch(`/v1/halls/${unknownHallId}`, '{'),
      await client.patch(`/v1/halls/${unknownHallId}`, { nmae: 1 }),
      await client.send('HEAD', path),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 400, 400, 422, 200]);
    expect(answers.map((answer) => limitOf(answer).remaining)).toEqual([99, 98, 97, 96, 95, 94, 93]);
  });
});

describe('10 halls created by an organisation in 60 seconds', () => {
  test('by all of its keys; what is refused is counted nowhere', async ({ hall }) => {
    const organisation = await hall.organisation({ ...defaults, plan: 'pro' });
    const other = await hall.anotherKey(organisation);
    const first = await organisation.client.post('/v1/halls', {});
    // The window with the fewest left is shown, not that of the key.
    expect(limitOf(first)).toMatchObject({ limit: 10, remaining: 9 });
    const answers = await atOnce(14, (index) => (index % 2 === 0 ? organisation : other).client.post('/v1/halls', {}));
    expect([count(answers, 201), count(answers, 429)]).toEqual([9, 5]);
    for (const { client } of [organisation, other]) expectRefused(await client.post('/v1/halls', {}), 10);
    // Ten creates and this one; the refused ones took nothing from the key's own window.
    const [mine, its] = [limitOf(await organisation.client.get(path)), limitOf(await other.client.get(path))];
    expect([mine.limit, mine.remaining + its.remaining]).toEqual([100, 200 - 10 - 2]);
  });

  test('an invalid body counts, for it is read after the limit', async ({ hall }) => {
    const { client } = await hall.organisation(defaults);
    const bodies = ['{', { recrod: true }, { record: true }, 'x'.repeat(70_000), [], null, { name: '' }, '', {}, '"x"'];
    const statuses: number[] = [];
    for (const body of bodies) statuses.push((await client.post('/v1/halls', body)).status);
    expect(statuses).toEqual([400, 422, 400, 400, 422, 422, 422, 201, 201, 422]);
    expectRefused(await client.post('/v1/halls', '{'), 10);
  });

  test('leave everything else alone', async ({ hall }) => {
    const { client } = await hall.organisation({ ...defaults, limit_create: 1 });
    const { id } = await openHall(client);
    expectRefused(await client.post('/v1/halls', {}), 1);
    expect((await client.get('/v1/halls')).status).toBe(200);
    expect((await client.post(`/v1/halls/${id}/join`)).status).toBe(200);
    expect((await client.post(`/v1/halls/${id}/close`)).status).toBe(200);
  });
});

describe('60 joins of a hall in 60 seconds', () => {
  test('for each hall on its own', async ({ hall }) => {
    const { client } = await hall.organisation({ ...defaults, limit_requests: 1_000 });
    const [full, free] = [await openHall(client), await openHall(client)];
    const answers = await atOnce(70, () => client.post(`/v1/halls/${full.id}/join`));
    expect([count(answers, 200), count(answers, 429)]).toEqual([60, 10]);
    expectRefused(await client.post(`/v1/halls/${full.id}/join`), 60);
    expect(limitOf(await client.post(`/v1/halls/${free.id}/join`))).toMatchObject({ limit: 60, remaining: 59 });
  });

  test('however the id is written', async ({ hall }) => {
    const { client } = await hall.organisation({ limit_join: 1 });
    const { id } = await openHall(client);
    expect((await client.post(`/v1/halls/${id}/join`)).status).toBe(200);
    expectRefused(await client.post(`/v1/halls/%68${id.slice(1)}/join?x=1`), 1);
  });

  test('a stranger who knows the id spends only his own', async ({ hall }) => {
    const [owner, stranger] = [await hall.organisation({ limit_join: 2 }), await hall.organisation({ limit_join: 2 })];
    const { id } = await openHall(owner.client);
    const tries = await atOnce(3, () => stranger.client.post(`/v1/halls/${id}/join`));
    expect([count(tries, 404), count(tries, 429)]).toEqual([2, 1]);
    expect(limitOf(await owner.client.post(`/v1/halls/${id}/join`))).toMatchObject({ limit: 2, remaining: 1 });
  });
});

describe('100 requests without a valid key from an address in 60 seconds', () => {
  test('then 429 in place of 401; a valid key from there is admitted, and other addresses are', async ({
    hall,
    organisation,
  }) => {
    const address = fromAddress(newAddress());
    const [nobody, guesser] = [hall.client(undefined, address), hall.client('Bearer hall_live_guess', address)];
    expect(limitOf(await nobody.get(path))).toMatchObject({ limit: 100, remaining: 99 });
    const answers = await atOnce(120, (index) => (index % 2 === 0 ? nobody : guesser).get(path));
    expect([count(answers, 401), count(answers, 429)]).toEqual([99, 21]);
    expectRefused(await guesser.get(path), 100);
    expect((await organisation.client.get(path, { headers: address })).status).toBe(200);
    expect((await hall.client(undefined, fromAddress(newAddress())).get(path)).status).toBe(401);
  });

  test('a /64 of IPv6 is one address', async ({ hall }) => {
    const remaining = async (address: string) =>
      limitOf(await hall.client(undefined, fromAddress(address)).get(path)).remaining;
    expect(await remaining('2001:db8:1:2:a::1')).toBe(99);
    expect(await remaining('2001:db8:1:2:ffff:b:c:d')).toBe(98);
    expect(await remaining('2001:db8:1:3::1')).toBe(99);
    expect(await remaining('2001:db8::1')).toBe(99);
  });

  test('X-Forwarded-For changes nothing unless the proxy is trusted', async ({ hall }) => {
    const careful = await startHall({ database: hall.database });
    const answers = [];
    for (const address of ['10.9.0.1', '10.9.0.2'])
      answers.push(await careful.client(undefined, fromAddress(address)).get(path));
    await careful.stop();
    expect(answers.map((answer) => limitOf(answer).remaining)).toEqual([99, 98]);
  });
});

describe("an operator's change is in force within one second", () => {
  /** Asks until the limit is this one; the last answer by the old limit may have been asked for up to a second later. */
  const untilLimit = async (
    change: () => Promise<unknown>,
    ask: () => Promise<TestAnswer>,
    limit: number,
  ): Promise<TestAnswer> => {
    await change();
    const changedAt = performance.now();
    for (let lastOld = changedAt; ; ) {
      const sentAt = performance.now();
      const answer = await ask();
      if (limitOf(answer).limit === limit) return answer;
      lastOld = sentAt;
      // Not as fast as it can: a second's worth of requests must not use up the limit that is waited for.
      await sleep(10);
      expect(lastOld - changedAt).toBeLessThan(1_000);
    }
  };

  test('for an organisation: lowered below what it has used, and raised again', async ({ hall }) => {
    const { id, client } = await hall.organisation({ limit_requests: 1_000 });
    const set = (limit: number) => () =>
      hall.database.query('update organisations set limit_requests = $2 where id = $1', [id, limit]);
    await atOnce(20, () => client.get(path));
    expectRefused(await untilLimit(set(15), () => client.get(path), 15), 15);
    expect((await untilLimit(set(5_000), () => client.get(path), 5_000)).status).toBe(200);
  });

  test('for a plan, but not for an organisation with limits of its own', async ({ hall }) => {
    const { database } = hall;
    const plan = `plan-${newAddress()}`;
    await database.query('insert into plans values ($1, 5, 5, 3600, 2000, 2000, 2000)', [plan]);
    const byPlan = await hall.organisation({ ...defaults, plan });
    const byAgreement = await hall.organisation({ ...defaults, plan, limit_requests: 700 });
    expect(limitOf(await byPlan.client.get(path)).limit).toBe(2_000);
    const lower = () => database.query('update plans set limit_requests = 300 where name = $1', [plan]);
    expect((await untilLimit(lower, () => byPlan.client.get(path), 300)).status).toBe(200);
    expect(limitOf(await byAgreement.client.get(path)).limit).toBe(700);
  });
});

test('with Redis two instances share the windows', async ({ hall }) => {
  const redis = await startRedis();
  const settings = { database: hall.database, environment: { REDIS_URL: redis.url } };
  const instances: TestHall[] = [await startHall(settings), await startHall(settings)];
  const { key }: TestOrganisation = await hall.organisation({ limit_requests: 6 });
  const seen: [status: number, remaining: number][] = [];
  // One after the other: an instance that Redis keeps waiting would count on its own, which is a matter of other tests.
  for (let round = 0; round < 4; round += 1) {
    for (const instance of instances) {
      const answer = await instance.client(`Bearer ${key}`).get(path);
      seen.push([answer.status, limitOf(answer).remaining]);
    }
  }
  for (const instance of instances) await instance.stop();
  await redis.stop();
  expect(seen).toEqual([...[5, 4, 3, 2, 1, 0].map((left) => [200, left]), [429, 0], [429, 0]]);
});
