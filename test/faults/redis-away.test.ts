import { describe, expect, test, vi } from 'vitest';
import { type RedisServer, startRedis } from '../redis.ts';
import type { Client } from '../setup/client.ts';
import { eventually } from '../setup/eventually.ts';
import { startHall, type TestHall, testDatabase } from '../setup/hall.ts';
import { timed } from './timed.ts';

vi.setConfig({ testTimeout: 120_000 });

const limit = 10;

type Fault = {
  name: string;
  begin: (redis: RedisServer) => unknown;
  end: (redis: RedisServer) => unknown;
};

const faults: Fault[] = [
  { name: 'is killed', begin: (redis) => redis.kill(), end: (redis) => redis.restart() },
  { name: 'hangs', begin: (redis) => redis.pause(), end: (redis) => redis.resume() },
];

/** So many requests of one key on each instance, all at once: how many were admitted, and the longest wait in seconds. */
const spend = async (clients: readonly Client[], each: number) => {
  const answers = await Promise.all(
    clients.flatMap((client) => Array.from({ length: each }, () => timed(client.get('/v1/halls')))),
  );
  for (const { answer } of answers) expect([200, 429]).toContain(answer.status);
  return {
    admitted: answers.filter(({ answer }) => answer.status === 200).length,
    longest: Math.max(...answers.map(({ seconds }) => seconds)),
  };
};

const statusOf = async (hall: TestHall) =>
  (await hall.client().get('/status', { headers: { accept: 'application/json' } })).body;

const counted = (ready: boolean) => expect.objectContaining({ name: 'rate limits', ready });

const becomesShared = (halls: readonly TestHall[], ready: boolean) =>
  eventually(async () => {
    for (const hall of halls) expect((await statusOf(hall)).parts).toContainEqual(counted(ready));
  });

describe.concurrent('when Redis', () => {
  test.for(faults)(
    '$name: limited and fast, said on the status page, and shared again by itself',
    async (fault, { onTestFinished }) => {
      const redis = await startRedis();
      onTestFinished(() => redis.stop());
      const database = await testDatabase();
      onTestFinished(() => database.drop());
      const settings = { database, environment: { REDIS_URL: redis.url } };
      const halls = await Promise.all([startHall(settings), startHall(settings)]);
      onTestFinished(async () => void (await Promise.all(halls.map((hall) => hall.stop()))));
      /** The same new key on each instance, with nothing spent yet. */
      const newKey = async (): Promise<Client[]> => {
        const { key } = await halls[0].organisation({ limit_requests: limit });
        return halls.map((hall) => hall.client(`Bearer ${key}`));
      };
      await becomesShared(halls, true);
      expect((await spend(await newKey(), limit)).admitted).toBe(limit);

      await fault.begin(redis);
      const { admitted, longest } = await spend(await newKey(), 2 * limit);
      expect(longest).toBeLessThan(3);
      // Each instance counts on its own.
      expect(admitted).toBe(halls.length * limit);
      await becomesShared(halls, false);
      const { ready, status } = await statusOf(halls[0]);
      expect({ ready, status }).toEqual({ ready: true, status: 'Hall works with limits' });
      expect((await halls[0].client().get('/readyz')).status).toBe(200);
      expect((await halls[0].client().get('/metrics')).text).toContain('hall_windows_shared 0');

      await fault.end(redis);
      await becomesShared(halls, true);
      expect((await spend(await newKey(), limit)).admitted).toBe(limit);
    },
  );
});
