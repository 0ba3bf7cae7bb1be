import { describe, expect } from 'vitest';
import { enter } from '../setup/enter.ts';
import type { TestHall, TestOrganisation } from '../setup/hall.ts';
import { openHall, test, unknownHallId } from './fixtures.ts';

/* Every route of recordings by status; that files come of them is shown in test/recording. */

const unknownRecordingId = 'rec_01k9zq3v5c8r2m7d4t6w0x1y2z';

const setStorage = (hall: TestHall, { id }: TestOrganisation) =>
  hall.database.query(
    `insert into storage_settings (organisation_id, endpoint, region, bucket, prefix, path_style, access_key_id, secret_access_key)
     values ($1, 'http://127.0.0.1:1', 'auto', 'films', '', true, 'key', '\\x00')`,
    [id],
  );

const setRecorder = (hall: TestHall, isAble: boolean, reason: string | null = null, seen = '0 seconds') =>
  hall.database.query(
    `insert into recorders (id, host, capacity, busy, is_able, reason, seen_at)
     values ('recorder_a', 'a', 1, 0, $1, $2, now() - $3::interval)
     on conflict (id) do update set is_able = excluded.is_able, reason = excluded.reason, seen_at = excluded.seen_at`,
    [isAble, reason, seen],
  );

describe('POST /v1/halls with record', () => {
  test('400 without storage', async ({ client }) => {
    const { status, body } = await client.post('/v1/halls', { record: true });
    expect([status, body.code]).toEqual([400, 'storage_not_configured']);
  });

  test('502 with the reason when nothing can record; 201 when a recorder can', async ({
    hall,
    organisation,
    client,
  }) => {
    await setStorage(hall, organisation);
    const ask = async () => {
      const { status, body } = await client.post('/v1/halls', { record: true });
      return [status, body.detail ?? body.record];
    };
    await hall.database.query('delete from recorders');
    expect(await ask()).toEqual([502, expect.stringContaining('no recorder runs')]);
    await setRecorder(hall, false, 'no browser');
    expect(await ask()).toEqual([502, expect.stringContaining('no browser')]);
    await setRecorder(hall, true, null, '3 minutes');
    expect(await ask()).toEqual([502, expect.stringContaining('no recorder runs')]);
    // It is being restarted.
    await setRecorder(hall, true, null, '1 minute');
    expect(await ask()).toEqual([201, true]);
    expect((await client.get('/v1/organisation')).body).toMatchObject({
      storage_configured: true,
      usage: { open_halls: 1 },
    });
  });
});

describe('POST /v1/halls/:id/recordings', () => {
  test('400, 404, 403, 422, 502', async ({ hall, organisation, client, stranger }) => {
    const { id } = await openHall(client);
    const start = async (hallId = id, by = client) => (await by.post(`/v1/halls/${hallId}/recordings`)).body.code;
    expect(await start()).toBe('storage_not_configured');
    await setStorage(hall, organisation);
    await setRecorder(hall, false, 'no browser');
    expect(await start()).toBe('recorder_unavailable');
    await setRecorder(hall, true);
    expect(await start(unknownHallId)).toBe('hall_not_found');
    expect(await start('x')).toBe('hall_not_found');
    expect(await start(id, stranger)).toBe('storage_not_configured');
    expect((await client.post(`/v1/halls/${id}/recordings`, { x: 1 })).status).toBe(422);
    await client.post(`/v1/halls/${id}/close`);
    expect(await start()).toBe('hall_closed');
  });

  test('201 once, and the same again for the same Idempotency-Key', async ({ hall, organisation, client }) => {
    await setStorage(hall, organisation);
    await setRecorder(hall, true);
    const { id } = await openHall(client);
    const headers = { 'idempotency-key': 'once' };
    const first = await client.post(`/v1/halls/${id}/recordings`, {}, { headers });
    const again = await client.post(`/v1/halls/${id}/recordings`, {}, { headers });
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
    const [one, two] = await Promise.all([1, 2].map(() => client.post(`/v1/halls/${id}/recordings`)));
    expect([one?.status, two?.status]).toEqual([403, 403]);
    expect(first.body).toMatchObject({ hall_id: id, status: 'starting', format: 'mp4', failure: null });
  });

  test('two at once: one runs', async ({ hall, organisation, client }) => {
    await setStorage(hall, organisation);
    await setRecorder(hall, true);
    const { id } = await openHall(client);
    const answers = await Promise.all([1, 2, 3, 4].map(() => client.post(`/v1/halls/${id}/recordings`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403]);
  });
});

describe('one recording', () => {
  const running = async (hall: TestHall, organisation: TestOrganisation) => {
    await setStorage(hall, organisation);
    await setRecorder(hall, true);
    const { id } = await openHall(organisation.client);
    const { body } = await organisation.client.post(`/v1/halls/${id}/recordings`);
    return { hallId: id, id: body.id as string };
  };

  test('404 for another organisation, the same as for none', async ({ hall, organisation, stranger }) => {
    const { id } = await running(hall, organisation);
    for (const path of ['', '/download']) {
      const foreign = await stranger.get(`/v1/recordings/${id}${path}`);
      const none = await stranger.get(`/v1/recordings/${unknownRecordingId}${path}`);
      expect([foreign.status, foreign.body]).toEqual([404, none.body]);
    }
    expect((await stranger.post(`/v1/recordings/${id}/stop`)).status).toBe(404);
    expect((await stranger.delete(`/v1/recordings/${id}`)).status).toBe(404);
    expect((await stranger.get('/v1/recordings')).body.data).toEqual([]);
    expect((await organisation.client.get(`/v1/recordings/${id}`)).body.status).toBe('starting');
  });

  test('200 to read, stop, stop again; 403 to download what is not completed', async ({
    hall,
    organisation,
    client,
  }) => {
    const { id, hallId } = await running(hall, organisation);
    expect((await client.get(`/v1/recordings/${id}`)).body).toMatchObject({ id, hall_id: hallId });
    expect((await client.get(`/v1/recordings/${id}/download`)).body.code).toBe('recording_not_ready');
    expect((await client.post(`/v1/recordings/${id}/stop`)).status).toBe(200);
    expect((await client.post(`/v1/recordings/${id}/stop`)).status).toBe(200);
  });

  test('download: 200 for as long as it was asked, 400 for longer than a URL may last', async ({
    hall,
    organisation,
    client,
  }) => {
    const { id } = await running(hall, organisation);
    await hall.database.query(
      `update recordings set status = 'completed', object_key = 'a/b.mp4', size_bytes = 5000000000, duration_seconds = 59.6, width = 1280,
         height = 720, stops_at = now(), ended_at = now() where id = $1`,
      [id],
    );
    expect((await client.get(`/v1/recordings/${id}`)).body).toMatchObject({
      size_bytes: 5_000_000_000,
      duration_seconds: 60,
    });
    for (const ttl of [59, 43_201, 'x'])
      expect((await client.get(`/v1/recordings/${id}/download?ttl_seconds=${ttl}`)).status).toBe(400);
    // What the database holds of the secret was not made by this Hall.
    expect((await client.get(`/v1/recordings/${id}/download`)).status).toBe(503);
  });

  test('204 to delete one that nobody has begun, then 404', async ({ hall, organisation, client }) => {
    const { id } = await running(hall, organisation);
    expect((await client.delete(`/v1/recordings/${id}`)).status).toBe(204);
    expect((await client.delete(`/v1/recordings/${id}`)).status).toBe(404);
    expect((await client.get(`/v1/recordings/${id}`)).status).toBe(404);
  });

  test('is told of as events show it', async ({ hall, organisation, client }) => {
    const { id } = await running(hall, organisation);
    await hall.database.query(
      "update recordings set status = 'recording', started_at = now(), duration_seconds = 1.5, size_bytes = 7 where id = $1",
      [id],
    );
    const [event] = await hall.database.query(
      "select data from events where type = 'recording.started' and data->'recording'->>'id' = $1",
      [id],
    );
    expect(event?.data.recording).toEqual((await client.get(`/v1/recordings/${id}`)).body);
  });
});

describe('GET /v1/recordings', () => {
  test('lists by hall and status, newest first, page by page', async ({ hall, organisation, client }) => {
    await setStorage(hall, organisation);
    await setRecorder(hall, true);
    const [one, two] = [await openHall(client), await openHall(client)];
    const ids: string[] = [];
    for (const { id } of [one, two, one]) {
      const { body } = await client.post(`/v1/halls/${id}/recordings`);
      await client.post(`/v1/recordings/${body.id}/stop`);
      ids.unshift(body.id);
    }
    const list = async (query: string) =>
      (await client.get(`/v1/recordings?${query}`)).body.data.map((row: { id: string }) => row.id);
    expect(await list('')).toEqual(ids);
    expect(await list(`hall_id=${two.id}`)).toEqual([ids[1]]);
    expect(await list('status=completed')).toEqual([]);
    const page = (await client.get('/v1/recordings?limit=2')).body;
    expect(await list(`limit=2&cursor=${page.next_cursor}`)).toEqual([ids[2]]);
    expect((await client.get('/v1/recordings?status=done')).status).toBe(400);
  });
});

test('a host starts and stops it from the room, others do not', async ({
  hall,
  organisation,
  client,
  onTestFinished,
}) => {
  await setStorage(hall, organisation);
  await setRecorder(hall, true);
  const { id } = await openHall(client);
  const invite = async (role: string) => (await client.post(`/v1/halls/${id}/join`, { role })).body;
  const [host, guest] = [await invite('host'), await invite('participant')];
  await enter(host, onTestFinished);
  const as = ({ participant_token }: { participant_token: string }) => hall.client(`Bearer ${participant_token}`);
  expect((await as(guest).post('/room/v1/hall/recording')).body.code).toBe('host_only');
  expect((await as(host).post('/room/v1/hall/recording/stop')).body.code).toBe('recording_not_found');
  expect((await as(host).post('/room/v1/hall/recording')).status).toBe(201);
  expect((await as(host).post('/room/v1/hall/recording')).body.code).toBe('recording_runs');
  expect((await as(guest).post('/room/v1/hall/recording/stop')).body.code).toBe('host_only');
  expect((await as(host).post('/room/v1/hall/recording/stop')).status).toBe(200);
});
