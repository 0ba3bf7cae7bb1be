import { Redis } from 'ioredis';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type RedisServer, startRedis } from '../../test/redis.ts';
import { type SharedWindows, sharedWindows } from './shared-windows.ts';
import type { Scope, Verdict } from './windows.ts';

const clock = { now: () => performance.timeOrigin + performance.now() };

const scope = (key: string, limit: number): Scope => ({ name: 'requests', key: `{org}:${key}`, limit });

const redisServer = async () => {
  const server = await startRedis();
  onTestFinished(() => server.stop());
  return server;
};

/** One instance of Hall, and what it was told. */
const instance = async (server: RedisServer) => {
  const told: string[] = [];
  const windows = await sharedWindows({
    url: server.url,
    clock,
    onAway: (error) => void told.push(`away: ${error.message}`),
    onBack: () => void told.push('back'),
  });
  onTestFinished(() => windows.close());
  return { windows, told };
};

const becomes = (windows: SharedWindows, state: SharedWindows['state']) =>
  vi.waitFor(() => expect(windows.state).toBe(state), { timeout: 10_000, interval: 10 });

const admitted = async (windows: SharedWindows, scopes: readonly Scope[], times: number) => {
  const verdicts = await Promise.all(Array.from({ length: times }, () => windows.admit(scopes)));
  return verdicts.filter((verdict) => verdict.admitted).length;
};

/** Requests one after another from several clients, until it is stopped; tells the longest wait, in milliseconds. */
const traffic = (windows: SharedWindows, scopes: readonly Scope[]) => {
  let running = true;
  let longest = 0;
  let answered = 0;
  const verdicts: Verdict[] = [];
  const client = async () => {
    while (running) {
      const began = performance.now();
      verdicts.push(await windows.admit(scopes));
      longest = Math.max(longest, performance.now() - began);
      answered++;
      await new Promise(setImmediate);
    }
  };
  const clients = Promise.all(Array.from({ length: 8 }, client));
  return {
    /** Waits until so many more were answered. */
    flows: async (more = 200) => {
      const goal = answered + more;
      await vi.waitFor(() => expect(answered).toBeGreaterThan(goal), { timeout: 10_000, interval: 5 });
    },
    stop: async () => {
      running = false;
      await clients;
      return { longest, verdicts };
    },
  };
};

test('instances share the windows', async () => {
  const server = await redisServer();
  const instances = await Promise.all([instance(server), instance(server), instance(server)]);
  const counts = await Promise.all(
    instances.map(({ windows }) => admitted(windows, [scope('a', 50), scope('b', 70)], 40)),
  );
  expect(counts.reduce((sum, count) => sum + count)).toBe(50);
  expect(instances.flatMap(({ told }) => told)).toEqual([]);
});

test('killed under traffic: limited alone, and shared again by itself after its restart', {
  timeout: 30_000,
}, async () => {
  const server = await redisServer();
  const [one, two] = [await instance(server), await instance(server)];
  const flow = traffic(one.windows, [scope('a', 30)]);
  await flow.flows();
  await server.kill();
  await becomes(one.windows, 'alone');
  await becomes(two.windows, 'alone');
  await flow.flows();
  expect(await admitted(one.windows, [scope('b', 10)], 20)).toBe(10);
  expect(one.told).toEqual([expect.stringMatching(/^away: ./)]);

  await server.restart();
  await becomes(one.windows, 'shared');
  await becomes(two.windows, 'shared');
  await flow.flows();
  const { longest, verdicts } = await flow.stop();
  expect(longest).toBeLessThan(1_000);
  // all within a minute: 30 shared and, of a Redis that lost its memory, 30 again
  expect(verdicts.filter((verdict) => verdict.admitted)).toHaveLength(60);
  expect(one.told).toEqual([expect.stringMatching(/^away: ./), 'back']);
  expect((await admitted(one.windows, [scope('c', 10)], 8)) + (await admitted(two.windows, [scope('c', 10)], 8))).toBe(
    10,
  );
});

test('hanging under traffic: nobody waits long, and only those who notice', { timeout: 30_000 }, async () => {
  const server = await redisServer();
  const { windows, told } = await instance(server);
  const flow = traffic(windows, [scope('a', 30)]);
  await flow.flows();
  server.pause();
  await becomes(windows, 'alone');
  const began = performance.now();
  await flow.flows(1_000);
  expect(windows.admit([scope('b', 1)])).not.toBeInstanceOf(Promise);
  expect(told).toEqual(['away: Redis did not answer within 250 ms']);
  // several probes find it hanging still
  await vi.waitFor(() => expect(performance.now() - began).toBeGreaterThan(1_500), { timeout: 5_000 });
  expect(windows.state).toBe('alone');

  server.resume();
  await becomes(windows, 'shared');
  await flow.flows();
  const { longest, verdicts } = await flow.stop();
  expect(longest).toBeLessThan(1_000);
  expect(verdicts.filter((verdict) => verdict.admitted)).toHaveLength(30);
  expect(told).toEqual(['away: Redis did not answer within 250 ms', 'back']);
});

test('away at the start: alone at once, shared when it comes', { timeout: 20_000 }, async () => {
  const server = await redisServer();
  await server.kill();
  const { windows, told } = await instance(server);
  expect(windows.state).toBe('alone');
  expect(told).toEqual([expect.stringContaining('ECONNREFUSED')]);
  expect(await admitted(windows, [scope('a', 3)], 5)).toBe(3);
  await server.restart();
  await becomes(windows, 'shared');
  expect(told.at(-1)).toBe('back');
});

test('hanging at the start', { timeout: 20_000 }, async () => {
  const server = await redisServer();
  server.pause();
  const began = performance.now();
  const { windows } = await instance(server);
  expect(performance.now() - began).toBeLessThan(2_000);
  expect(windows.state).toBe('alone');
  server.resume();
  await becomes(windows, 'shared');
});

test('left alone, an instance remembers what it admitted while the windows were shared', async () => {
  const server = await redisServer();
  const { windows } = await instance(server);
  expect(await admitted(windows, [scope('a', 10)], 7)).toBe(7);
  await server.kill();
  await becomes(windows, 'alone');
  expect(await admitted(windows, [scope('a', 10)], 7)).toBe(3);
});

test('a Redis that answers and cannot count is away: a replica', { timeout: 20_000 }, async () => {
  const server = await redisServer();
  const { windows, told } = await instance(server);
  const operator = new Redis(server.url);
  onTestFinished(() => operator.disconnect());
  await operator.replicaof('127.0.0.1', 1);
  expect(await windows.admit([scope('a', 1)])).toMatchObject({ admitted: true });
  expect(windows.state).toBe('alone');
  expect(told).toEqual([expect.stringContaining('READONLY')]);
  const before = Number(/total_connections_received:(\d+)/.exec(await operator.info('stats'))?.[1]);
  await vi.waitFor(
    async () => {
      const connections = Number(/total_connections_received:(\d+)/.exec(await operator.info('stats'))?.[1]);
      expect(connections - before).toBeGreaterThanOrEqual(3);
    },
    { timeout: 10_000 },
  );
  expect(told).toHaveLength(1);
  await operator.replicaof('NO', 'ONE');
  await becomes(windows, 'shared');
});

test('an instance that stood still itself does not blame Redis', async () => {
  const server = await redisServer();
  const { windows, told } = await instance(server);
  const verdict = windows.admit([scope('a', 1)]);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
  expect(await verdict).toMatchObject({ admitted: true });
  expect(windows.state).toBe('shared');
  expect(told).toEqual([]);
});

test('a connection that Redis closed is replaced at once', async () => {
  const server = await redisServer();
  const { windows, told } = await instance(server);
  const operator = new Redis(server.url);
  onTestFinished(() => operator.disconnect());
  await operator.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
  await vi.waitFor(() => expect(told).toEqual(['away: Redis closed the connection', 'back']), { timeout: 5_000 });
  expect(windows.state).toBe('shared');
});

test.each(['answers', 'hangs', 'is gone'])(
  'close() ends everything when Redis %s',
  { timeout: 10_000 },
  async (fault) => {
    const server = await redisServer();
    const { windows, told } = await instance(server);
    if (fault === 'hangs') server.pause();
    if (fault === 'is gone') await server.kill();
    const pending = admitted(windows, [scope('a', 5)], 10);
    if (fault !== 'answers') await becomes(windows, 'alone');
    const before = told.length;
    await windows.close();
    expect(await pending).toBe(5);
    expect(windows.state).toBe('alone');
    expect(told).toHaveLength(before);
  },
);
