import { describe, expect, test, vi } from 'vitest';
import { eventually } from '../setup/eventually.ts';
import { startHall, type TestDatabase } from '../setup/hall.ts';
import type { OnEnd } from '../setup/hall-process.ts';
import { booksOf, hallIds } from './books.ts';
import { livekitProxy, type UrlProxy } from './proxies.ts';
import { livekitRooms } from './rooms.ts';
import { timed } from './timed.ts';

vi.setConfig({ testTimeout: 120_000 });

const rooms = livekitRooms();

/** Hall with a proxy before LiveKit, and an organisation. */
const start = async (onEnd: OnEnd) => {
  const proxy = await livekitProxy(onEnd);
  const hall = await startHall({ livekitUrl: proxy.url });
  onEnd(() => hall.stop());
  const { id, client } = await hall.organisation({ max_concurrent_halls: 1 });
  return { proxy, hall, database: hall.database, organisationId: id, client };
};

const nothing = { counter: 0, opening: 0, open: 0 };

const roomsOf = async (database: TestDatabase, organisationId: string): Promise<string[]> =>
  rooms.existing(await hallIds(database, organisationId));

type Fault = { name: string; begin: (proxy: UrlProxy) => unknown; isRoomMade: boolean };

const faults: Fault[] = [
  { name: 'refuses connections', begin: (proxy) => proxy.refuse(), isRoomMade: false },
  { name: 'does not answer', begin: (proxy) => proxy.set('hang'), isRoomMade: false },
  { name: 'answers after the time-out', begin: (proxy) => proxy.set('hold answers'), isRoomMade: true },
  { name: 'breaks off before its answer', begin: (proxy) => proxy.set('drop answers'), isRoomMade: true },
];

describe.concurrent('creating', () => {
  const wish = { name: 'Algebra' };
  const options = { headers: { 'Idempotency-Key': 'the one' } };

  test.for(faults)('502 when LiveKit $name; nothing is left, and the retry makes one hall', async (fault, context) => {
    const { proxy, database, organisationId, client } = await start(context.onTestFinished);
    await fault.begin(proxy);
    const { answer, seconds } = await timed(client.post('/v1/halls', wish, options));
    expect(answer).toMatchObject({ status: 502, body: { code: 'media_unavailable' } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(seconds).toBeLessThan(10);
    expect((await client.get('/v1/halls')).body.data).toEqual([]);
    expect(await booksOf(database, organisationId)).toMatchObject(nothing);
    expect(await roomsOf(database, organisationId)).toHaveLength(fault.isRoomMade ? 1 : 0);

    await proxy.set('pass');
    await eventually(async () => expect(await roomsOf(database, organisationId)).toEqual([]));
    const retried = await client.post('/v1/halls', wish, options);
    expect(retried.status).toBe(201);
    const again = await client.post('/v1/halls', wish, options);
    expect(again.body).toEqual(retried.body);
    expect((await client.get('/v1/halls')).body.data).toEqual([retried.body]);
    expect(await booksOf(database, organisationId)).toMatchObject({ counter: 1, opening: 0, open: 1 });
    await eventually(async () => expect(await roomsOf(database, organisationId)).toEqual([retried.body.id]));
  });

  test('a room that LiveKit makes long after the 502 is removed', async ({ onTestFinished }) => {
    const { proxy, database, organisationId, client } = await start(onTestFinished);
    const late = proxy.trap('CreateRoom', 'hang');
    expect((await client.post('/v1/halls', {})).status).toBe(502);
    late.release();
    await eventually(() => expect(late.answered).toBe(1));
    await eventually(async () => expect(await roomsOf(database, organisationId)).toEqual([]));
    expect(await booksOf(database, organisationId)).toMatchObject(nothing);
  });
});

describe.concurrent('closing and deleting', () => {
  const away = faults.filter((fault) => !fault.isRoomMade);

  test.for(away)('502 when LiveKit $name, and the hall is as it was', async (fault, { onTestFinished }) => {
    const { proxy, database, organisationId, client } = await start(onTestFinished);
    const { body } = await client.post('/v1/halls', { name: 'Algebra' });
    const path = `/v1/halls/${body.id}`;
    await fault.begin(proxy);
    const answers = await Promise.all([timed(client.post(`${path}/close`)), timed(client.delete(path))]);
    for (const { answer, seconds } of answers) {
      expect(answer).toMatchObject({ status: 502, body: { code: 'media_unreachable' } });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(seconds).toBeLessThan(10);
    }
    expect((await client.get(path)).body).toEqual(body);
    expect(await booksOf(database, organisationId)).toMatchObject({ counter: 1, open: 1 });
    expect(await rooms.existing([body.id])).toEqual([body.id]);

    await proxy.set('pass');
    expect((await client.post(`${path}/close`)).body).toMatchObject({ status: 'closed', close_reason: 'requested' });
    expect((await client.delete(path)).status).toBe(204);
    expect(await booksOf(database, organisationId)).toMatchObject(nothing);
    expect(await rooms.existing([body.id])).toEqual([]);
  });

  test('502 when LiveKit removed the room and its answer was lost: the hall gets its room again', async (context) => {
    const { proxy, database, organisationId, client } = await start(context.onTestFinished);
    const { body } = await client.post('/v1/halls', { name: 'Algebra' });
    const lost = proxy.trap('DeleteRoom', 'drop answers');
    expect((await client.post(`/v1/halls/${body.id}/close`)).status).toBe(502);
    expect(lost.answered).toBe(1);
    expect((await client.get(`/v1/halls/${body.id}`)).body.status).toBe('open');
    expect(await booksOf(database, organisationId)).toMatchObject({ counter: 1, open: 1 });
    await eventually(async () => expect(await rooms.existing([body.id])).toEqual([body.id]));
  });
});

describe.concurrent('joining', () => {
  const away = faults.filter((fault) => !fault.isRoomMade);

  test.for(away)('502 while LiveKit $name, and it works again by itself', async (fault, { onTestFinished }) => {
    const { proxy, hall, client } = await start(onTestFinished);
    const { body } = await client.post('/v1/halls', {});
    const join = () => client.post(`/v1/halls/${body.id}/join`, { name: 'Ada' });
    const status = async () => (await hall.client().get('/status', { headers: { accept: 'application/json' } })).body;
    const media = (ready: boolean) => expect.objectContaining({ name: 'media server', ready });
    await eventually(async () => expect((await join()).status).toBe(200));

    await fault.begin(proxy);
    await eventually(async () => expect((await join()).status).toBe(502));
    const refused = await join();
    expect(refused.body.code).toBe('media_unreachable');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await eventually(async () => expect((await status()).parts).toContainEqual(media(false)));
    expect((await hall.client().get('/readyz')).status).toBe(200);

    await proxy.set('pass');
    await eventually(async () => expect((await join()).status).toBe(200));
    await eventually(async () => expect((await status()).parts).toContainEqual(media(true)));
  });
});
