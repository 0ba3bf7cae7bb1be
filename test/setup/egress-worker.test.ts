import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Redis } from 'ioredis';
import {
  EgressClient,
  EgressStatus,
  EncodedFileOutput,
  EncodedFileType,
  RoomServiceClient,
  S3Upload,
} from 'livekit-server-sdk';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RedisServer, startRedis } from '../redis.ts';
import { type EgressWorker, startEgressWorker } from './egress-worker.ts';
import { eventually } from './eventually.ts';
import { type OwnLiveKit, ownLiveKit } from './own-livekit.ts';
import { recordWithEgress } from './record-with-egress.ts';
import { type S3Server, startS3 } from './s3.ts';

/* The stand-in for an Egress worker is taken for one by a real LiveKit, and does what its test says. */

const film = Buffer.from('the bytes of a film');
let redis: RedisServer;
let s3: S3Server;
let events: Server;
let livekit: OwnLiveKit;
let rooms: RoomServiceClient;
let egress: EgressClient;
let worker: EgressWorker;
let told: { event: string; egressInfo?: object; participant?: { identity: string } }[];

beforeAll(async () => {
  events = createServer((request, reply) => {
    const parts: Buffer[] = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      told.push(JSON.parse(Buffer.concat(parts).toString()));
      reply.end();
    });
  });
  await new Promise<void>((resolve) => events.listen(0, '127.0.0.1', resolve));
  redis = await startRedis();
  s3 = await startS3();
  const { port } = events.address() as AddressInfo;
  livekit = await ownLiveKit({ webhookUrl: `http://127.0.0.1:${port}/`, redisUrl: redis.url });
  const url = livekit.url.replace('ws', 'http');
  rooms = new RoomServiceClient(url, livekit.apiKey, livekit.apiSecret);
  egress = new EgressClient(url, livekit.apiKey, livekit.apiSecret);
});

afterAll(async () => {
  await livekit.stop();
  await s3.stop();
  await redis.stop();
  events.close();
});

beforeEach(async () => {
  told = [];
  await rooms.createRoom({ name: 'hall', emptyTimeout: 600 });
  worker = await startEgressWorker({ redisUrl: redis.url, ...livekit });
});

afterEach(async () => {
  await worker.stop();
  await rooms.deleteRoom('hall');
});

const startRecording = (bucket = s3.access.bucket) =>
  egress.startRoomCompositeEgress(
    'hall',
    new EncodedFileOutput({
      fileType: EncodedFileType.MP4,
      filepath: 'recordings/film.mp4',
      disableManifest: true,
      output: {
        case: 's3',
        value: new S3Upload({
          accessKey: s3.access.access_key_id,
          secret: s3.access.secret_access_key,
          region: s3.access.region,
          endpoint: s3.access.endpoint,
          bucket,
          forcePathStyle: true,
        }),
      },
    }),
    { layout: 'grid', customBaseUrl: 'http://127.0.0.1:9/recording' },
  );

const stateOf = async (egressId: string) => {
  const [info] = await egress.listEgress({ egressId });
  return info?.status;
};

const reaches = (egressId: string, status: EgressStatus) =>
  eventually(async () => expect(await stateOf(egressId)).toBe(status));

/** Everything that Redis keeps, keys and values. */
const everythingIn = async (url: string): Promise<string> => {
  const client = new Redis(url);
  const found: string[] = [];
  for (const key of await client.keys('*')) {
    const type = await client.type(key);
    if (type === 'hash') found.push(key, JSON.stringify(await client.hgetall(key)));
    else if (type === 'set') found.push(key, ...(await client.smembers(key)));
    else if (type === 'string') found.push(key, (await client.get(key)) ?? '');
    else throw new Error(`${key} is a ${type}, which is not looked into`);
  }
  client.disconnect();
  return found.join('\n');
};

test('a recording as it should be: LiveKit is told each step and no secret', async () => {
  const asked = startRecording();
  const start = await worker.nextStart();
  expect(start.request).toMatchObject({ roomName: 'hall', layout: 'grid', customBaseUrl: expect.any(String) });
  const recorded = recordWithEgress(worker, start, {
    film,
    milliseconds: 5_000,
    before: async (step) => {
      if (step !== 'join') return;
      await reaches(start.egressId, EgressStatus.EGRESS_STARTING);
      expect((await asked).egressId).toBe(start.egressId);
    },
  });
  await reaches(start.egressId, EgressStatus.EGRESS_ACTIVE);
  const [recorder] = await rooms.listParticipants('hall');
  expect(recorder).toMatchObject({ identity: start.egressId, permission: { hidden: true, recorder: true } });
  const kept = await everythingIn(redis.url);
  expect(kept).toContain(start.egressId);
  expect(kept).not.toContain(s3.access.secret_access_key);
  expect(kept).not.toContain(s3.access.access_key_id);

  expect((await egress.stopEgress(start.egressId)).status).toBe(EgressStatus.EGRESS_ENDING);
  expect(await worker.nextStop()).toBe(start.egressId);
  expect(await recorded).toBe(EgressStatus.EGRESS_COMPLETE);
  const [info] = await egress.listEgress({ egressId: start.egressId });
  expect(info).toMatchObject({ status: EgressStatus.EGRESS_COMPLETE, details: 'End reason: StopEgress API' });
  const [file] = info?.fileResults ?? [];
  expect(file).toMatchObject({ filename: 'recordings/film.mp4', size: 19n, duration: 5_000_000_000n });
  expect(await readFile(s3.fileOf('recordings/film.mp4'))).toEqual(film);
  expect(await everythingIn(redis.url)).not.toContain(s3.access.secret_access_key);

  await eventually(() => expect(told.at(-1)?.event).toBe('egress_ended'));
  const steps = told.filter(({ egressInfo, participant }) => egressInfo ?? participant).map(({ event }) => event);
  expect(steps.sort()).toEqual(
    [
      'egress_started',
      'participant_joined',
      'egress_updated',
      'egress_updated',
      'participant_left',
      'egress_ended',
    ].sort(),
  );
});

test('it ends with the room', async () => {
  worker.onStart = (start) => recordWithEgress(worker, start, { film });
  const { egressId } = await startRecording();
  await reaches(egressId, EgressStatus.EGRESS_ACTIVE);
  await rooms.deleteRoom('hall');
  await reaches(egressId, EgressStatus.EGRESS_COMPLETE);
  expect(worker.stops).toEqual([]);
  await rooms.createRoom({ name: 'hall' });
});

test.each([
  { fault: 'it is told to fail', bucket: undefined, uploadFails: true, words: /^S3 upload failed: .*AccessDenied/ },
  { fault: 'there is no such bucket', bucket: 'nowhere', uploadFails: false, words: /^S3 upload failed: .*bucket/ },
])('an upload fails because $fault: a failed recording, in the words of Egress', async (one) => {
  worker.onStart = (start) => recordWithEgress(worker, start, { film, uploadFails: one.uploadFails });
  const { egressId } = await startRecording(one.bucket);
  await reaches(egressId, EgressStatus.EGRESS_ACTIVE);
  await egress.stopEgress(egressId);
  await reaches(egressId, EgressStatus.EGRESS_FAILED);
  const [info] = await egress.listEgress({ egressId });
  expect(info?.error).toMatch(one.words);
});

test('stopped before it began, it is aborted', async () => {
  const asked = startRecording();
  const start = await worker.nextStart();
  const recorded = recordWithEgress(worker, start, {
    film,
    before: async (step) => {
      if (step === 'begin') await worker.stopOf(start.egressId);
    },
  });
  await asked;
  expect((await egress.stopEgress(start.egressId)).status).toBe(EgressStatus.EGRESS_ABORTED);
  expect(await recorded).toBe(EgressStatus.EGRESS_ABORTED);
  await reaches(start.egressId, EgressStatus.EGRESS_ABORTED);
});

test('a step that throws is a failed recording', async () => {
  worker.onStart = (start) =>
    recordWithEgress(worker, start, {
      film,
      before: (step) => {
        if (step === 'begin') throw new Error('the page did not load');
      },
    });
  const { egressId } = await startRecording();
  await reaches(egressId, EgressStatus.EGRESS_FAILED);
  expect(await egress.listEgress({ egressId })).toMatchObject([{ error: 'the page did not load' }]);
});

test('a refusal reaches who asked, with its code and words', async () => {
  const asked = startRecording();
  const start = await worker.nextStart();
  const refused = expect(asked).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('no such page'),
  });
  await start.refuse('invalid_argument', 'no such page');
  await refused;
  expect(await egress.listEgress({ egressId: start.egressId }).catch(({ status }) => status)).toBe(404);
});

test('one that is not free is not asked, though it would be the first choice', async () => {
  const idle = await startEgressWorker({ redisUrl: redis.url, ...livekit });
  await worker.setFree(false);
  const first = startRecording();
  await (await idle.nextStart()).accept();
  await first;
  // One that records already is preferred.
  await worker.setFree(true);
  const second = startRecording();
  await (await idle.nextStart()).accept();
  await second;
  await idle.setFree(false);
  const third = startRecording();
  await (await worker.nextStart()).accept();
  await third;
  await idle.stop();
});

test('killed, it leaves a recording that is active for ever and hears no stop', async () => {
  const asked = startRecording();
  const start = await worker.nextStart();
  const recorded = recordWithEgress(worker, start, { film });
  await asked;
  await reaches(start.egressId, EgressStatus.EGRESS_ACTIVE);
  await worker.kill();
  expect(await recorded).toBeUndefined();
  await expect(egress.stopEgress(start.egressId)).rejects.toMatchObject({ status: 408 });
  expect(await stateOf(start.egressId)).toBe(EgressStatus.EGRESS_ACTIVE);
  await eventually(async () => expect(await rooms.listParticipants('hall')).toEqual([]));
});

test('LiveKit is killed and comes back: the recording is still known, and the worker found again', async () => {
  worker.onStart = (start) => recordWithEgress(worker, start, { film });
  const before = await startRecording();
  await reaches(before.egressId, EgressStatus.EGRESS_ACTIVE);
  await livekit.kill();
  await livekit.start();
  expect(await stateOf(before.egressId)).toBe(EgressStatus.EGRESS_ACTIVE);
  expect((await egress.stopEgress(before.egressId)).status).toBe(EgressStatus.EGRESS_ENDING);
  await reaches(before.egressId, EgressStatus.EGRESS_COMPLETE);
  const after = await startRecording();
  await reaches(after.egressId, EgressStatus.EGRESS_ACTIVE);
  await egress.stopEgress(after.egressId);
  await reaches(after.egressId, EgressStatus.EGRESS_COMPLETE);
});
