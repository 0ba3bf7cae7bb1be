import { existsSync } from 'node:fs';
import { Redis } from 'ioredis';
import { EgressStatus } from 'livekit-server-sdk';
import { describe, expect, vi } from 'vitest';
import type { EgressServer } from '../../server/media/livekit-egress.ts';
import { MediaError } from '../../server/media/media-server.ts';
import { openBucket } from '../../server/storage/bucket.ts';
import { enterHall, livekitOf, openHall, startLiveHall } from '../live/fixtures.ts';
import { recordingsOf, setStorage, untilStatus } from '../recording/fixtures.ts';
import { type RedisServer, startRedis } from '../redis.ts';
import { eventually } from '../setup/eventually.ts';
import { recordWithEgress } from '../setup/record-with-egress.ts';
import { anotherWorker, patience, test } from './fixtures.ts';

/*
 * Hall, LiveKit, Redis, PostgreSQL and S3 are real. LiveKit's Egress worker is played: it speaks LiveKit's own RPC, and what it
 * does and fails to do is told by the test.
 */

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

/** Everything that Redis holds. */
const contentsOf = async ({ url }: RedisServer): Promise<string> => {
  const redis = new Redis(url);
  try {
    const keys = await redis.keys('*');
    const values = await Promise.all(keys.map((key) => redis.dump(key)));
    // A dump compresses what repeats itself, so what can be read is read.
    const hashes = await Promise.all(keys.map((key) => redis.hgetall(key).catch(() => ({}))));
    return `${keys.join()} ${values.join()} ${JSON.stringify(hashes)}`;
  } finally {
    redis.disconnect();
  }
};

const ready = (hall: { database: { query: (text: string) => Promise<unknown[]> } }) =>
  eventually(async () => {
    const able = "select from recorders where id = 'egress' and is_able and seen_at > now() - interval '5 seconds'";
    expect(await hall.database.query(able)).toHaveLength(1);
  });

describe('a hall with record', () => {
  test('is recorded by a worker from the first entry to the last leave', async ({
    hall,
    client,
    worker,
    redis,
    s3,
    film,
    onTestFinished,
  }) => {
    await ready(hall);
    const id = await openHall(client, { record: true, name: 'Algebra & more' });
    const ada = await enterHall(client, id, onTestFinished);
    const start = await worker.nextStart();
    const [waiting] = await recordingsOf(client, id);
    const { roomName, layout, customBaseUrl, fileOutputs } = start.request;
    const page = new URL(customBaseUrl);
    expect([roomName, layout, page.pathname]).toEqual([id, 'speaker', '/recording-layout']);
    expect(page.searchParams.get('title')).toBe('Algebra & more');
    const served = await fetch(page);
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    // The page may talk to LiveKit, where the worker says that it is, and to nobody else.
    expect(served.headers.get('content-security-policy')).toContain(`connect-src ${hall.livekit.url} `);
    expect(fileOutputs[0]).toMatchObject({
      filepath: `films/${id}/${waiting.id}.mp4`,
      output: { value: { bucket: s3.access.bucket, secret: s3.access.secret_access_key } },
    });
    expect(waiting.status).toBe('starting');
    const played = recordWithEgress(worker, start, { film, milliseconds: 4_000 });
    await untilStatus(client, id, 'recording');
    await eventually(async () => {
      const [room] = await livekitOf(hall).listRooms([id]);
      expect(JSON.parse(room?.metadata ?? '{}').recorded).toBe(true);
    });
    expect(await contentsOf(redis)).not.toContain(s3.access.secret_access_key);
    // The worker is nobody who is in the hall.
    expect((await client.get(`/v1/halls/${id}`)).body.participant_count).toBe(1);
    expect((await client.get(`/v1/halls/${id}/participants`)).body.data).toHaveLength(1);
    await ada.call.leave();
    expect(await played).toBe(EgressStatus.EGRESS_COMPLETE);
    const [done] = await untilStatus(client, id, 'completed');
    expect(done).toMatchObject({
      id: waiting.id,
      size_bytes: film.length,
      duration_seconds: 4,
      width: 1280,
      height: 720,
      failure: null,
      object_key: `films/${id}/${waiting.id}.mp4`,
    });
    const { body } = await client.get(`/v1/recordings/${done.id}/download`);
    expect(body.poster_url).toBeNull();
    const answer = await fetch(body.url);
    expect(answer.headers.get('content-type')).toBe('video/mp4');
    expect(Buffer.from(await answer.arrayBuffer()).equals(film)).toBe(true);
    const types = 'recording.started,recording.completed,recording.failed';
    await eventually(async () => {
      const { data } = (await client.get(`/v1/events?hall_id=${id}&type=${types}`)).body;
      expect(data.map(({ type }: { type: string }) => type).sort()).toEqual([
        'recording.completed',
        'recording.started',
      ]);
    });
    const [room] = await livekitOf(hall).listRooms([id]);
    expect(JSON.parse(room?.metadata ?? '{}').recorded).toBeUndefined();
  });

  test('waits and says why while no worker is there, and is recorded by the first one that comes', async ({
    hall,
    client,
    redis,
    film,
    onTestFinished,
  }) => {
    await ready(hall);
    const id = await openHall(client, { record: true });
    await enterHall(client, id, onTestFinished);
    await eventually(async () => {
      const [one] = await recordingsOf(client, id);
      expect(one).toMatchObject({ status: 'starting', failure: expect.stringContaining('no LiveKit Egress worker') });
    }, 50_000);
    await eventually(async () => {
      const status = await (await fetch(`${hall.url}/status`)).text();
      expect(status).toContain('no LiveKit Egress worker is free');
    });
    const refused = await client.post('/v1/halls', { record: true });
    expect([refused.status, refused.body.code]).toEqual([502, 'recorder_unavailable']);
    const worker = await anotherWorker(hall, redis);
    onTestFinished(worker.stop);
    const start = await worker.nextStart();
    void recordWithEgress(worker, start, { film });
    await untilStatus(client, id, 'recording');
    // One that took an order says that there are workers.
    await ready(hall);
    await client.post(`/v1/halls/${id}/close`);
    const [done] = await untilStatus(client, id, 'completed');
    expect(done.failure).toBeNull();
  });

  test('is not ordered while the bucket would refuse the film', async ({
    hall,
    client,
    organisation,
    worker,
    s3,
    film,
    onTestFinished,
  }) => {
    await setStorage(hall, organisation.id, { ...s3.access, secret_access_key: 'another' });
    const id = await openHall(client, { record: true });
    await enterHall(client, id, onTestFinished);
    await eventually(async () => {
      const [one] = await recordingsOf(client, id);
      expect(one).toMatchObject({ status: 'starting', failure: expect.stringContaining('secret access key') });
    });
    await setStorage(hall, organisation.id, s3.access);
    const played = recordWithEgress(worker, await worker.nextStart(), { film });
    await untilStatus(client, id, 'recording');
    await client.post(`/v1/halls/${id}/close`);
    await played;
    await untilStatus(client, id, 'completed');
  });
});

describe('a worker', () => {
  test('that takes a recording and does not begin is given up, and another one is asked', async ({
    client,
    worker,
    film,
    onTestFinished,
  }) => {
    const id = await openHall(client, { record: true });
    await enterHall(client, id, onTestFinished);
    const silent = await worker.nextStart();
    await silent.accept();
    const second = await worker.nextStart();
    expect(await worker.nextStop()).toBe(silent.egressId);
    const [one] = await recordingsOf(client, id);
    // What the first may still upload cannot be in the second one's way.
    expect(second.request.fileOutputs[0]?.filepath).toBe(`films/${id}/${one.id}-2.mp4`);
    const played = recordWithEgress(worker, second, { film });
    await untilStatus(client, id, 'recording');
    await client.post(`/v1/halls/${id}/close`);
    await played;
    const [done] = await untilStatus(client, id, 'completed');
    expect(done).toMatchObject({ id: one.id, object_key: `films/${id}/${one.id}-2.mp4` });
  });

  test('that fails before it records is followed by another one', async ({ client, worker, film, onTestFinished }) => {
    const id = await openHall(client, { record: true });
    await enterHall(client, id, onTestFinished);
    const broken = await worker.nextStart();
    await recordWithEgress(worker, broken, {
      film,
      before: (step) => {
        if (step === 'begin') throw new Error('page load error: timed out');
      },
    });
    const played = recordWithEgress(worker, await worker.nextStart(), { film });
    await untilStatus(client, id, 'recording');
    await client.post(`/v1/halls/${id}/close`);
    await played;
    await untilStatus(client, id, 'completed');
  });

  test('that is killed while it records loses that recording, and the next one goes on', async ({
    hall,
    redis,
    client,
    film,
    onTestFinished,
  }) => {
    const first = await anotherWorker(hall, redis);
    onTestFinished(first.stop);
    const id = await openHall(client, { record: true });
    await enterHall(client, id, onTestFinished);
    void recordWithEgress(first, await first.nextStart(), { film });
    await untilStatus(client, id, 'recording');
    const second = await anotherWorker(hall, redis);
    onTestFinished(second.stop);
    await first.kill();
    const start = await second.nextStart();
    const played = recordWithEgress(second, start, { film });
    const [lost] = await untilStatus(client, id, 'failed', 'recording');
    expect(lost.failure).toContain('worker that recorded is gone');
    await client.post(`/v1/halls/${id}/close`);
    await played;
    await untilStatus(client, id, 'failed', 'completed');
  });

  test('that is killed after its upload has lost nothing', async ({
    hall,
    redis,
    client,
    s3,
    film,
    onTestFinished,
  }) => {
    const worker = await anotherWorker(hall, redis);
    onTestFinished(worker.stop);
    const id = await openHall(client, { record: true });
    await enterHall(client, id, onTestFinished);
    const played = recordWithEgress(worker, await worker.nextStart(), {
      film,
      before: (step) => (step === 'complete' ? worker.kill() : undefined),
    });
    await untilStatus(client, id, 'recording');
    await client.post(`/v1/halls/${id}/close`);
    await played;
    const [done] = await untilStatus(client, id, 'completed');
    expect(done.size_bytes).toBe(film.length);
    expect(existsSync(s3.fileOf(done.object_key))).toBe(true);
  });

  test('that cannot upload says so', async ({ client, worker, film, onTestFinished }) => {
    const id = await openHall(client, { record: true });
    await enterHall(client, id, onTestFinished);
    const first = await worker.nextStart();
    const [one] = await recordingsOf(client, id);
    const played = recordWithEgress(worker, first, { film, uploadFails: true });
    await untilStatus(client, id, 'recording');
    expect((await client.post(`/v1/recordings/${one.id}/stop`)).status).toBe(200);
    await played;
    const [failed] = await untilStatus(client, id, 'failed');
    expect(failed.failure).toContain('could not upload');
  });

  test.for([
    ['of another size', 1],
    ['without an object', undefined],
  ] as const)(
    'that says that it uploaded a film %s is not believed',
    async ([, more], { client, worker, film, s3, onTestFinished }) => {
      const id = await openHall(client, { record: true });
      await enterHall(client, id, onTestFinished);
      const start = await worker.nextStart();
      const key = start.request.fileOutputs[0]?.filepath ?? '';
      await start.accept();
      await worker.update(start.egressId, { status: EgressStatus.EGRESS_ACTIVE });
      await untilStatus(client, id, 'recording');
      if (more !== undefined) await openBucket(s3.access).put(key, film, 'video/mp4');
      const size = BigInt(film.length + (more ?? 0));
      const fileResults = [{ filename: key, size, duration: 4_000_000_000n }];
      await worker.update(start.egressId, { status: EgressStatus.EGRESS_COMPLETE, fileResults });
      await client.post(`/v1/halls/${id}/close`);
      const all = await eventually(async () => {
        const found = await recordingsOf(client, id);
        expect(found[0].status).toBe('failed');
        return found;
      });
      expect(all[0].failure).toContain('not in the bucket');
    },
  );
});

describe('an order whose answer is lost', () => {
  test('is found by what it was given, and its worker records', async ({ s3, film, onTestFinished }) => {
    // Two LiveKits on one Redis are one cluster, and the second would be missed when it is gone.
    const redis = await startRedis();
    onTestFinished(redis.stop);
    const lossy = (real: EgressServer): EgressServer => ({
      ...real,
      start: async (order) => {
        await real.start(order);
        throw new MediaError('the answer was lost');
      },
    });
    const hall = await startLiveHall({ egress: { redisUrl: redis.url, patience, of: lossy } });
    onTestFinished(hall.stop);
    const { id: organisationId, client } = await hall.organisation();
    await setStorage(hall, organisationId, s3.access);
    const worker = await anotherWorker(hall, redis);
    onTestFinished(worker.stop);
    await ready(hall);
    const id = await openHall(client, { record: true });
    await enterHall(client, id, onTestFinished);
    const played = recordWithEgress(worker, await worker.nextStart(), { film });
    await untilStatus(client, id, 'recording');
    await client.post(`/v1/halls/${id}/close`);
    await played;
    const [done] = await untilStatus(client, id, 'completed');
    expect(done.object_key).toBe(`films/${id}/${done.id}.mp4`);
  });
});

describe('a recording', () => {
  test('that is deleted while it runs is stopped and removed, object and all', async ({
    hall,
    client,
    worker,
    s3,
    film,
    onTestFinished,
  }) => {
    const id = await openHall(client);
    await enterHall(client, id, onTestFinished);
    const { body: one } = await client.post(`/v1/halls/${id}/recordings`);
    const start = await worker.nextStart();
    const played = recordWithEgress(worker, start, { film });
    await untilStatus(client, id, 'recording');
    expect((await client.delete(`/v1/recordings/${one.id}`)).status).toBe(204);
    expect((await client.get(`/v1/recordings/${one.id}`)).status).toBe(404);
    expect(await played).toBe(EgressStatus.EGRESS_COMPLETE);
    await eventually(async () =>
      expect(await hall.database.query('select from recordings where id = $1', [one.id])).toEqual([]),
    );
    expect(existsSync(s3.fileOf(start.request.fileOutputs[0]?.filepath ?? ''))).toBe(false);
  });

  test('that nobody wants any more before a worker began has failed, and no worker is left with it', async ({
    client,
    worker,
    onTestFinished,
  }) => {
    const id = await openHall(client, { record: true });
    const ada = await enterHall(client, id, onTestFinished);
    const start = await worker.nextStart();
    await start.accept();
    await ada.call.leave();
    await worker.stopOf(start.egressId);
    const [failed] = await untilStatus(client, id, 'failed');
    expect(failed.failure).toContain('No LiveKit Egress worker began');
  });
});
