import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Redis } from 'ioredis';
import { memoryWindows } from '../server/limits/memory-windows.ts';
import { redisWindows } from '../server/limits/redis-windows.ts';
import type { Scope } from '../server/limits/windows.ts';
import { startRedis } from '../test/redis.ts';
import { type Figure, figureLine, median } from './figure.ts';

const organisations = 10_000;
const inFlight = 64;
const rounds = 7;
const roundMilliseconds = 700;

/** Three scopes of each organisation, with limits that are on and not in the way. */
const requests: readonly (readonly Scope[])[] = Array.from({ length: organisations }, (_, number) => {
  const tag = `{org_${number.toString().padStart(26, '0')}}`;
  return [
    { name: 'requests', key: `${tag}:key_${number}`, limit: 1_000 },
    { name: 'create', key: `${tag}:create`, limit: 1_000 },
    { name: 'join', key: `${tag}:join:hall_${number}`, limit: 1_000 },
  ];
});

/** The windows' speed and size, in memory and in Redis. Starts a Redis of its own. */
export const benchWindows = async (): Promise<Figure[]> => [...benchMemory(), ...(await benchRedis())];

const benchMemory = (): Figure[] => {
  // a clock of its own: each organisation sends ten requests a minute, so that entries come and go
  let now = Date.now();
  const clock = { now: () => (now += 60_000 / (organisations * 10)) };
  const windows = memoryWindows({ clock });
  const admit = () => eachOrganisation((scopes) => windows.admit(scopes).admitted);
  const record = () =>
    eachOrganisation((scopes) => {
      windows.record(scopes);
      return true;
    });
  const [admits, records] = [admit, record].map((work) =>
    median(Array.from({ length: 2 * rounds }, work).slice(rounds)),
  );
  return [
    { name: 'windows, memory: three scopes at once', value: admits ?? 0, unit: 'checks/s' },
    { name: 'windows, memory: counting what Redis admitted', value: 1e6 / (records ?? 0), unit: 'µs' },
    { name: 'windows, memory: a key of 1 entry', value: bytesInMemory(1), unit: 'bytes' },
    { name: 'windows, memory: a key of 100 entries', value: bytesInMemory(100), unit: 'bytes' },
  ];
};

/** Ten rounds through all organisations, in calls a second. */
const eachOrganisation = (call: (scopes: readonly Scope[]) => boolean): number => {
  const began = performance.now();
  for (let round = 0; round < 10; round++) {
    for (const scopes of requests) if (!call(scopes)) throw new Error('the limit is in the way');
  }
  return (10 * organisations * 1_000) / (performance.now() - began);
};

const bytesInMemory = (entries: number): number => {
  let now = Date.now();
  const windows = memoryWindows({ clock: { now: () => (now += 0.001) } });
  const before = heapUsed();
  for (let number = 0; number < organisations; number++) {
    const scopes: Scope[] = [
      { name: 'requests', key: flat(`{org_${number.toString().padStart(26, '0')}}:key`), limit: 100 },
    ];
    for (let entry = 0; entry < entries; entry++) windows.admit(scopes);
  }
  return (heapUsed() - before) / windows.size;
};

/** As text that came from elsewhere; V8 keeps one that was put together here as a tree of its parts, which takes more. */
const flat = (text: string): string => Buffer.from(text).toString();

/** After full collections (a second one for what the first only let go), so that nothing counts but what is held. */
const heapUsed = (): number => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  collect();
  collect();
  return process.memoryUsage().heapUsed;
};

const benchRedis = async (): Promise<Figure[]> => {
  const server = await startRedis();
  const redis = new Redis(server.url);
  try {
    const windows = redisWindows(redis);
    const sliding = async (scopes: readonly Scope[]) => (await windows.admit(scopes)).admitted;
    const fixed = (scopes: readonly Scope[]) => fixedWindows(redis, scopes);
    // two rounds to warm up, and the order changes: neither contender always comes first
    const speeds = [];
    for (let round = 0; round < rounds + 2; round++) {
      const first = await throughput(round % 2 === 0 ? sliding : fixed);
      const second = await throughput(round % 2 === 0 ? fixed : sliding);
      speeds.push(round % 2 === 0 ? { sliding: first, fixed: second } : { sliding: second, fixed: first });
    }
    const counted = speeds.slice(2);
    return [
      {
        name: 'windows, Redis: three scopes at once',
        value: median(counted.map((speed) => speed.sliding)),
        unit: 'checks/s',
      },
      {
        name: 'fixed windows, Redis: MULTI of INCR and PEXPIRE',
        value: median(counted.map((speed) => speed.fixed)),
        unit: 'checks/s',
      },
      {
        name: 'windows, Redis ÷ fixed windows',
        value: median(counted.map((speed) => speed.sliding / speed.fixed)),
        unit: '',
        target: 'at least 1',
      },
      { name: 'windows, Redis: a key of 100 entries', value: await bytesInRedis(redis, 100), unit: 'bytes' },
      { name: 'windows, Redis: a key of 1,000 entries', value: await bytesInRedis(redis, 1_000), unit: 'bytes' },
    ];
  } finally {
    redis.disconnect();
    await server.stop();
  }
};

/** What a limiter of fixed windows does at the least, for the same three scopes. */
const fixedWindows = async (redis: Redis, scopes: readonly Scope[]): Promise<boolean> => {
  const transaction = redis.multi();
  for (const scope of scopes) {
    const key = `fixed:${scope.key}:${Math.floor(Date.now() / 60_000)}`;
    transaction.incr(key).pexpire(key, 60_000);
  }
  const replies = (await transaction.exec()) ?? [];
  return scopes.every((scope, index) => Number(replies[2 * index]?.[1]) <= scope.limit);
};

const throughput = async (check: (scopes: readonly Scope[]) => Promise<boolean>): Promise<number> => {
  let next = 0;
  let done = 0;
  const began = performance.now();
  const ask = async () => {
    while (performance.now() - began < roundMilliseconds) {
      const scopes = requests[next++ % organisations] ?? [];
      if (!(await check(scopes))) throw new Error('the limit is in the way');
      done++;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, ask));
  return (done * 1_000) / (performance.now() - began);
};

const bytesInRedis = async (redis: Redis, entries: number): Promise<number> => {
  const windows = redisWindows(redis);
  const key = `{size}:${entries}`;
  for (let entry = 0; entry < entries; entry++) await windows.admit([{ name: 'requests', key, limit: entries }]);
  return Number(await redis.memory('USAGE', `hall:window:${key}`, 'SAMPLES', 0));
};

if (import.meta.main) for (const figure of await benchWindows()) process.stdout.write(`${figureLine(figure)}\n`);
