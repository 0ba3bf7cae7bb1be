import fc from 'fast-check';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type RedisServer, startRedis } from '../../test/redis.ts';
import { redisWindows } from './redis-windows.ts';
import { falsePromises, histories, historiesOfABadClock, overTheLimit, wrongAnswers } from './testing/histories.ts';
import { type Answered, replay } from './testing/oracle.ts';
import type { Scope } from './windows.ts';

let server: RedisServer;
let redis: Redis;

beforeAll(async () => {
  server = await startRedis();
  redis = new Redis(server.url);
});

afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

beforeEach(async () => {
  await redis.flushall();
});

const scope = (key: string, limit: number): Scope => ({ name: 'requests', key, limit });

const answers = async (history: readonly Answered[]) => {
  let now = 0;
  const windows = redisWindows(redis, () => now);
  const setClock = (at: number) => {
    now = at;
  };
  const [, answered] = await Promise.all([redis.flushall(), replay(windows, history, setClock)]);
  return answered;
};

test('answers as the oracle does, never admits more than the limit, and keeps its promises', {
  timeout: 180_000,
}, async () => {
  const property = fc.asyncProperty(histories, async (history) => {
    const answered = await answers(history);
    expect(wrongAnswers(answered, history)).toEqual([]);
    expect(overTheLimit(answered)).toEqual([]);
    expect(falsePromises(answered)).toEqual([]);
  });
  await fc.assert(property, { numRuns: 2_000 });
});

test('does so by a clock that is set back', { timeout: 180_000 }, async () => {
  const property = fc.asyncProperty(historiesOfABadClock, async (history) => {
    const answered = await answers(history);
    expect(wrongAnswers(answered, history)).toEqual([]);
    expect(overTheLimit(answered)).toEqual([]);
    expect(falsePromises(answered)).toEqual([]);
  });
  await fc.assert(property, { numRuns: 1_000 });
});

test('20 connections at once get exactly the limit, in all scopes or in none', { timeout: 20_000 }, async () => {
  const connections = Array.from({ length: 20 }, () => new Redis(server.url));
  onTestFinished(() => {
    for (const connection of connections) connection.disconnect();
  });
  const own = (number: number) => scope(`{org}:own_${number}`, 20);
  const verdicts = await Promise.all(
    connections.flatMap((connection, number) => {
      const windows = redisWindows(connection);
      return Array.from({ length: 60 }, () => windows.admit([scope('{org}:all', 250), own(number)]));
    }),
  );
  expect(verdicts.filter((verdict) => verdict.admitted)).toHaveLength(250);
  const counted = await Promise.all(connections.map((_, number) => redis.llen(`hall:window:${own(number).key}`)));
  expect(await redis.llen('hall:window:{org}:all')).toBe(250);
  expect(counted.reduce((sum, count) => sum + count)).toBe(250);
  expect(Math.max(...counted)).toBeLessThanOrEqual(20);
});

test("by the server's clock, to the microsecond, in one round trip", async () => {
  const windows = redisWindows(redis);
  await redis.config('RESETSTAT');
  const [before, verdict, after] = [await redis.time(), await windows.admit([scope('{org}', 3)]), await redis.time()];
  expect(verdict).toMatchObject({ admitted: true, remaining: 2, retryAfterSeconds: 0 });
  const [entry] = await redis.lrange('hall:window:{org}', 0, -1);
  expect(entry).toMatch(/^\d{16}$/);
  expect(Number(entry)).toBeGreaterThan(microseconds(before));
  expect(Number(entry)).toBeLessThan(microseconds(after));
  expect(verdict.resetAt).toBe(Math.ceil(Number(entry) / 1e6 + 60));
  expect(await redis.info('commandstats')).toMatch(/cmdstat_eval(sha)?:calls=1,/);
});

const microseconds = ([seconds, rest]: readonly (number | string)[]) => Number(seconds) * 1e6 + Number(rest);

test('a refused request leaves nothing behind', async () => {
  const windows = redisWindows(redis);
  await windows.admit([scope('{org}:full', 1)]);
  expect(await windows.admit([scope('{org}:empty', 5), scope('{org}:full', 1)])).toMatchObject({
    admitted: false,
    remaining: 0,
  });
  expect(await redis.keys('*')).toEqual(['hall:window:{org}:full']);
  expect(await redis.llen('hall:window:{org}:full')).toBe(1);
});

test('no list expires before its last entry has left, nor stays much longer', async () => {
  let now = 1_789_000_000e6;
  const windows = redisWindows(redis, () => now);
  let expirySet = 0;
  for (let request = 0; request < 60; request++) {
    // without an expiry beforehand, one that is found afterwards is new
    await redis.persist('hall:window:{org}');
    await windows.admit([scope('{org}', 1_000)]);
    const left = await redis.pttl('hall:window:{org}');
    if (left > 0) expirySet = now;
    if (left > 0) expect(left).toBeLessThanOrEqual(90_000);
    if (left > 0) expect(left).toBeGreaterThan(85_000);
    expect(now - expirySet).toBeLessThan(30e6);
    now += 7.3e6;
  }
});

test('survives that the server forgets its scripts', async () => {
  const windows = redisWindows(redis);
  await windows.admit([scope('{org}', 2)]);
  await redis.script('FLUSH');
  const verdicts = await Promise.all([windows.admit([scope('{org}', 2)]), windows.admit([scope('{org}', 2)])]);
  expect(verdicts.map((verdict) => verdict.admitted)).toEqual([true, false]);
});

test('works on a node of a cluster', { timeout: 20_000 }, async () => {
  const node = await startRedis(['--cluster-enabled', 'yes']);
  const client = new Redis(node.url);
  onTestFinished(async () => {
    client.disconnect();
    await node.stop();
  });
  await client.cluster('ADDSLOTSRANGE', 0, 16_383);
  await expect.poll(() => client.cluster('INFO'), { timeout: 15_000 }).toContain('cluster_state:ok');
  const scopes = ['key', 'create', 'hall'].map((part) => scope(`{org_1}:${part}`, 2));
  expect(await redisWindows(client).admit(scopes)).toMatchObject({ admitted: true });
});
