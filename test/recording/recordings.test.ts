import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { describe, expect, vi } from 'vitest';
import { enterHall, livekitOf, openHall } from '../live/fixtures.ts';
import { eventually } from '../setup/eventually.ts';
import { downloaded, record, recordingsOf, test, untilStatus } from './fixtures.ts';

/* Recordings from the first entry to the download, with a capture that plays a film, on real LiveKit, PostgreSQL and S3. */

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

describe('a hall with record', () => {
  test('is recorded from the first entry to the last leave, and again when somebody comes back', async ({
    hall,
    client,
    organisation,
    films,
    s3,
    spool,
    onTestFinished,
  }) => {
    const { capture } = await record(hall, spool, [{ file: films.plain, fragments: 30 }], onTestFinished);
    const id = await openHall(client, { record: true, name: 'Algebra' });
    expect(await recordingsOf(client, id)).toEqual([]);
    const [ada, bob] = [await enterHall(client, id, onTestFinished), await enterHall(client, id, onTestFinished)];
    const [running] = await untilStatus(client, id, 'recording');
    expect(capture.layout).toBe('speaker');
    expect(running).toEqual({
      id: expect.stringMatching(/^rec_/),
      hall_id: id,
      status: 'recording',
      started_at: expect.any(String),
      ended_at: null,
      duration_seconds: null,
      size_bytes: null,
      width: null,
      height: null,
      format: 'mp4',
      object_key: expect.toSatisfy((key) => key === null || typeof key === 'string'),
      failure: null,
    });
    await eventually(async () => {
      const [room] = await livekitOf(hall).listRooms([id]);
      expect(JSON.parse(room?.metadata ?? '{}').recorded).toBe(true);
    });
    expect((await client.get(`/v1/halls/${id}`)).body.participant_count).toBe(2);
    await ada.call.leave();
    await eventually(async () => expect((await client.get(`/v1/halls/${id}`)).body.participant_count).toBe(1));
    expect((await recordingsOf(client, id))[0].status).toBe('recording');
    await bob.call.leave();
    const [done] = await untilStatus(client, id, 'completed');
    expect(done).toMatchObject({
      id: running.id,
      width: 320,
      height: 240,
      failure: null,
      object_key: `films/${id}/${running.id}.mp4`,
    });
    const file = await downloaded(client, done.id, spool);
    expect(file.faults).toBe('');
    expect(file.bytes).toBe(done.size_bytes);
    expect(Math.abs(file.seconds - done.duration_seconds)).toBeLessThanOrEqual(0.51);
    expect(file.headers.get('content-type')).toBe('video/mp4');
    expect(file.headers.get('content-disposition')).toContain(`${id}.mp4`);
    expect(await (await fetch(file.posterUrl)).text()).toBe('a picture');
    await eventually(async () =>
      expect((await readdir(spool)).filter((name) => name.startsWith('rec_') && !name.endsWith('.mp4'))).toEqual([]),
    );

    await enterHall(client, id, onTestFinished);
    await untilStatus(client, id, 'completed', 'recording');
    await client.post(`/v1/halls/${id}/close`);
    const [, second] = await untilStatus(client, id, 'completed', 'completed');
    const told = await eventually(async () => {
      const types = 'recording.started,recording.completed,recording.failed';
      const { data } = (await client.get(`/v1/events?hall_id=${id}&type=${types}`)).body;
      expect(data).toHaveLength(4);
      return data.sort((one: { sequence: number }, other: { sequence: number }) => one.sequence - other.sequence);
    });
    expect(told.map(({ type }: { type: string }) => type)).toEqual([
      'recording.started',
      'recording.completed',
      'recording.started',
      'recording.completed',
    ]);
    expect(told.at(-1).data).toMatchObject({ recording: second, hall: { id, status: 'closed' } });

    expect((await (await hall.organisation()).client.get(`/v1/recordings/${done.id}`)).status).toBe(404);
    expect(existsSync(s3.fileOf(done.object_key))).toBe(true);
    expect((await client.delete(`/v1/recordings/${done.id}`)).status).toBe(204);
    expect(existsSync(s3.fileOf(done.object_key))).toBe(false);
    expect((await client.get(`/v1/recordings/${done.id}`)).status).toBe(404);
    await client.delete(`/v1/halls/${id}`);
    expect((await client.get(`/v1/recordings/${second.id}`)).body).toEqual(second);
    expect(organisation.id).toBeDefined();
  });

  test('goes on in one file after the browser has crashed, twice', async ({
    hall,
    client,
    films,
    spool,
    onTestFinished,
  }) => {
    const { capture } = await record(
      hall,
      spool,
      [
        { file: films.plain, fragments: 4, ends: 'browser_crashed' },
        { file: films.plain, fragments: 0, ends: 'failed' },
        { file: films.plain, fragments: 3, ends: 'media_lost' },
        { file: films.plain, fragments: 5 },
      ],
      onTestFinished,
    );
    const id = await openHall(client, { record: true });
    await enterHall(client, id, onTestFinished);
    await eventually(() => expect(capture.taken).toBe(12));
    await client.post(`/v1/halls/${id}/close`);
    const [done] = await untilStatus(client, id, 'completed');
    const file = await downloaded(client, done.id, spool);
    expect([file.faults, done.duration_seconds, done.failure]).toEqual(['', 12, null]);
    expect(Math.abs(file.seconds - 12)).toBeLessThan(0.12);
  });

  test('goes on in another recording when picture or sound changed their form', async ({
    hall,
    client,
    films,
    spool,
    onTestFinished,
  }) => {
    const { capture } = await record(
      hall,
      spool,
      [
        { file: films.plain, fragments: 4, ends: 'browser_crashed' },
        { file: films.other, fragments: 5 },
      ],
      onTestFinished,
    );
    const id = await openHall(client, { record: true });
    await enterHall(client, id, onTestFinished);
    await eventually(() => expect(capture.taken).toBe(9));
    await client.post(`/v1/halls/${id}/close`);
    const [first, second] = await untilStatus(client, id, 'completed', 'completed');
    expect([first.width, second.width, first.failure]).toEqual([320, 640, expect.stringMatching(/ends early/)]);
    for (const [one, seconds] of [
      [first, 4],
      [second, 5],
    ] as const) {
      const file = await downloaded(client, one.id, spool);
      expect([file.faults, Math.round(file.seconds)]).toEqual(['', seconds]);
    }
  });

  test('of which nothing could be recorded fails with the reason', async ({
    hall,
    client,
    films,
    spool,
    onTestFinished,
  }) => {
    const act = { file: films.plain, fragments: 0, ends: 'failed' } as const;
    const { capture } = await record(hall, spool, [act], onTestFinished);
    const id = await openHall(client, { record: true });
    await enterHall(client, id, onTestFinished);
    await eventually(() => expect(capture.begun).toBeGreaterThan(1));
    await client.post(`/v1/halls/${id}/close`);
    const [failed] = await untilStatus(client, id, 'failed');
    expect(failed.failure).toMatch(/browser failed/);
    await eventually(async () => expect((await readdir(spool)).filter((name) => name.startsWith('rec_'))).toEqual([]));
    expect((await client.delete(`/v1/recordings/${failed.id}`)).status).toBe(204);
  });

  test('waits while every recorder is busy, and fails with the reason when none was ever free', async ({
    hall,
    client,
    films,
    spool,
    onTestFinished,
  }) => {
    await record(hall, spool, [{ file: films.plain, fragments: 30 }], onTestFinished, { capacity: 1 });
    const [one, two] = [await openHall(client, { record: true }), await openHall(client, { record: true })];
    await enterHall(client, one, onTestFinished);
    await untilStatus(client, one, 'recording');
    await enterHall(client, two, onTestFinished);
    await untilStatus(client, two, 'starting');
    const status = (await hall.client().get('/status', { headers: { accept: 'application/json' } })).body;
    expect(status.parts.find(({ name }: { name: string }) => name === 'recording').detail).toMatch(/busy, 1 waiting/);
    expect(await (await fetch(`${hall.url}/metrics`)).text()).toMatch(/^hall_recorder_waiting 1$/m);
    await client.post(`/v1/halls/${two}/close`);
    const [failed] = await untilStatus(client, two, 'failed');
    expect(failed.failure).toMatch(/No recorder was free/);
    await client.post(`/v1/halls/${one}/close`);
    await untilStatus(client, one, 'completed');
  });
});

describe('a recording', () => {
  test('that runs is deleted at once, and nothing of it stays', async ({
    hall,
    client,
    films,
    s3,
    spool,
    onTestFinished,
  }) => {
    const { capture } = await record(hall, spool, [{ file: films.large, fragments: 30 }], onTestFinished);
    const id = await openHall(client, { record: true });
    await enterHall(client, id, onTestFinished);
    await eventually(() => expect(capture.taken).toBe(30));
    const [running] = await recordingsOf(client, id);
    expect((await client.delete(`/v1/recordings/${running.id}`)).status).toBe(204);
    expect((await client.get(`/v1/recordings/${running.id}`)).status).toBe(404);
    await eventually(async () => {
      expect(await hall.database.query('select id from recordings where id = $1', [running.id])).toEqual([]);
      expect((await readdir(spool)).filter((name) => name.startsWith('rec_'))).toEqual([]);
    });
    expect(existsSync(s3.fileOf(`films/${id}/${running.id}.mp4`))).toBe(false);
    expect((await recordingsOf(client, id)).length).toBe(0);
  });

  test('is started and stopped by hand, one at a time', async ({ hall, client, films, spool, onTestFinished }) => {
    await record(hall, spool, [{ file: films.plain, fragments: 30 }], onTestFinished);
    const id = await openHall(client);
    await enterHall(client, id, onTestFinished);
    const begun = await client.post(`/v1/halls/${id}/recordings`);
    expect([begun.status, begun.body.status, begun.headers.get('location')]).toEqual([
      201,
      'starting',
      `/v1/recordings/${begun.body.id}`,
    ]);
    expect((await client.post(`/v1/halls/${id}/recordings`)).body.code).toBe('recording_runs');
    await untilStatus(client, id, 'recording');
    expect((await client.get(`/v1/recordings/${begun.body.id}/download`)).body.code).toBe('recording_not_ready');
    expect((await client.post(`/v1/recordings/${begun.body.id}/stop`)).status).toBe(200);
    const again = await client.post(`/v1/halls/${id}/recordings`);
    expect(again.status).toBe(201);
    const [done] = await untilStatus(client, id, 'completed', 'recording');
    expect((await client.post(`/v1/recordings/${done.id}/stop`)).body).toEqual(done);
    await client.post(`/v1/halls/${id}/close`);
    await untilStatus(client, id, 'completed', 'completed');
    expect((await client.post(`/v1/halls/${id}/recordings`)).body.code).toBe('hall_closed');
  });
});
