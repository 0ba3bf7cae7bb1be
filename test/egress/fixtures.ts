import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from 'vitest';
import type { Patience } from '../../server/recorder/egress/next-step.ts';
import { makeFragmented } from '../../server/recorder/file/testing/fragmented.ts';
import { type LiveHall, startLiveHall } from '../live/fixtures.ts';
import { setStorage } from '../recording/fixtures.ts';
import { type RedisServer, startRedis } from '../redis.ts';
import type { Client } from '../setup/client.ts';
import { type EgressWorker, startEgressWorker } from '../setup/egress-worker.ts';
import type { TestOrganisation } from '../setup/hall.ts';
import { type S3Server, s3OfFile } from '../setup/s3.ts';

/** Shorter than the usual one, and longer than what is not to be given up takes here. */
export const patience: Patience = { answer: 5, begin: 5, absent: 4, deaf: 2 };

type Fixtures = {
  $file: { redis: RedisServer; hall: LiveHall; s3: S3Server; film: Buffer };
  $test: { organisation: TestOrganisation; client: Client; worker: EgressWorker };
};

/** A Hall that records by LiveKit Egress, with a LiveKit and a Redis of its own, and a worker that the test plays. */
export const test = base.extend<Fixtures>({
  redis: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs
    async ({}, use) => {
      const redis = await startRedis();
      await use(redis);
      await redis.stop();
    },
    { scope: 'file' },
  ],
  hall: [
    async ({ redis }, use) => {
      const hall = await startLiveHall({ egress: { redisUrl: redis.url, patience } });
      await use(hall);
      await hall.stop();
    },
    { scope: 'file' },
  ],
  s3: [s3OfFile, { scope: 'file' }],
  film: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'hall-film-'));
      await use(await readFile(makeFragmented(folder, { seconds: 4 })));
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'file' },
  ],
  organisation: async ({ hall, s3 }, use) => {
    const organisation = await hall.organisation();
    await setStorage(hall, organisation.id, s3.access);
    await use(organisation);
  },
  client: async ({ organisation }, use) => use(organisation.client),
  worker: async ({ hall, redis }, use) => {
    const worker = await anotherWorker(hall, redis);
    await use(worker);
    await worker.stop();
  },
});

export const anotherWorker = ({ livekit }: LiveHall, redis: RedisServer): Promise<EgressWorker> =>
  startEgressWorker({
    redisUrl: redis.url,
    url: livekit.url,
    apiKey: livekit.apiKey,
    apiSecret: livekit.apiSecret,
  });
