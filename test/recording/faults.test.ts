import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, vi } from 'vitest';
import { enterHall, type LiveHall, openHall } from '../live/fixtures.ts';
import { eventually } from '../setup/eventually.ts';
import { runProgram } from '../setup/hall-process.ts';
import type { Act } from '../setup/scripted-capture.ts';
import { startTcpProxy } from '../setup/tcp-proxy.ts';
import { downloaded, type OnEnd, record, recordingsOf, setStorage, test, untilStatus } from './fixtures.ts';

/* Whatever fails, what was recorded ends as one file that plays, or the recording says truly what became of it. */

vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 });

const recorderProcess = (hall: LiveHall, spool: string, acts: readonly Act[], onEnd: OnEnd) => {
  const { livekit, database } = hall;
  const { url, apiKey, apiSecret } = livekit;
  const settings = { connection: database.connection, livekit: { url, apiKey, apiSecret }, spool, acts };
  const program = runProgram('test/recording/recorder-process.ts', [JSON.stringify(settings)], {}, onEnd);
  return { ...program, kill: program.kill, taken: () => Number(program.out.trim().split('\n').at(-1) ?? 0) };
};

const isNearly = (seconds: number, wanted: number): void => {
  expect(seconds).toBeGreaterThan(wanted * 0.99);
  expect(seconds).toBeLessThan(wanted * 1.01);
};

describe('a recorder killed in the middle', () => {
  test('is followed by the next one of its machine, which goes on in the same file', async ({
    hall,
    client,
    films,
    spool,
    onTestFinished,
  }) => {
    const first = recorderProcess(hall, spool, [{ file: films.large, fragments: 30 }], onTestFinished);
    await eventually(async () => expect(await hall.database.query('select from recorders')).not.toEqual([]));
    const id = await openHall(client, { record: true });
    await enterHall(client, id, onTestFinished);
    await eventually(() => expect(first.taken()).toBeGreaterThan(14));
    await first.kill();
    const [broken] = await recordingsOf(client, id);
    expect(broken.status).toBe('recording');
    const { capture } = await record(hall, spool, [{ file: films.large, fragments: 10 }], onTestFinished);
    await eventually(() => expect(capture.taken).toBe(10));
    await client.post(`/v1/halls/${id}/close`);
    const [done] = await untilStatus(client, id, 'completed');
    expect(done.id).toBe(broken.id);
    expect(done.duration_seconds).toBeGreaterThanOrEqual(25);
    const file = await downloaded(client, done.id, spool);
    expect([file.faults, file.bytes]).toEqual(['', done.size_bytes]);
    isNearly(file.seconds, done.duration_seconds);
  });

  test('has its recording completed also when the hall was closed while it was dead', async ({
    hall,
    client,
    films,
    spool,
    onTestFinished,
  }) => {
    const first = recorderProcess(hall, spool, [{ file: films.plain, fragments: 12 }], onTestFinished);
    await eventually(async () => expect(await hall.database.query('select from recorders')).not.toEqual([]));
    const id = await openHall(client, { record: true });
    await enterHall(client, id, onTestFinished);
    await eventually(() => expect(first.taken()).toBe(12));
    await first.kill();
    await client.post(`/v1/halls/${id}/close`);
    const { capture } = await record(hall, spool, [{ file: films.plain, fragments: 9 }], onTestFinished);
    const [done] = await untilStatus(client, id, 'completed');
    const file = await downloaded(client, done.id, spool);
    expect([file.faults, done.duration_seconds, capture.begun]).toEqual(['', 12, 0]);
  });

  test('leaves a fragment that was torn, and it is cut off', async ({ hall, client, films, spool, onTestFinished }) => {
    const first = recorderProcess(hall, spool, [{ file: films.plain, fragments: 6 }], onTestFinished);
    await eventually(async () => expect(await hall.database.query('select from recorders')).not.toEqual([]));
    const id = await openHall(client, { record: true });
    await enterHall(client, id, onTestFinished);
    await eventually(() => expect(first.taken()).toBe(6));
    await first.kill();
    const [{ id: recording }] = await recordingsOf(client, id);
    const media = join(spool, recording, 'media');
    execFileSync('truncate', ['-s', '-1000', media]);
    await record(hall, spool, [{ file: films.plain, fragments: 4 }], onTestFinished);
    await eventually(async () => expect((await readdir(spool)).length).toBeGreaterThan(0));
    await client.post(`/v1/halls/${id}/close`);
    const [done] = await untilStatus(client, id, 'completed');
    const file = await downloaded(client, done.id, spool);
    expect(file.faults).toBe('');
    expect(done.duration_seconds).toBeGreaterThanOrEqual(5);
    expect(Math.abs(file.seconds - done.duration_seconds)).toBeLessThan(0.6);
  });

  test('and never started again: another goes on, and the material is uploaded if it comes back a day later', async ({
    hall,
    client,
    films,
    spool,
    onTestFinished,
  }) => {
    const first = recorderProcess(hall, spool, [{ file: films.plain, fragments: 8 }], onTestFinished);
    await eventually(async () => expect(await hall.database.query('select from recorders')).not.toEqual([]));
    const id = await openHall(client, { record: true });
    await enterHall(client, id, onTestFinished);
    await eventually(() => expect(first.taken()).toBe(8));
    await first.kill();
    const [lost] = await recordingsOf(client, id);
    const pass = (interval: string) =>
      hall.database.query('update recordings set leased_until = now() - $2::interval where id = $1', [
        lost.id,
        interval,
      ]);
    await pass('31 seconds');
    const other = join(spool, 'other');
    await mkdir(other);
    const elsewhere = await record(hall, other, [{ file: films.plain, fragments: 5 }], onTestFinished, {
      id: 'recorder_elsewhere',
    });
    const [away] = await untilStatus(client, id, 'uploading', 'recording');
    expect(away.failure).toMatch(/does not answer/);
    await eventually(() => expect(elsewhere.capture.taken).toBe(5));
    await pass('25 hours');
    await client.post(`/v1/halls/${id}/close`);
    const [failed] = await untilStatus(client, id, 'failed', 'completed');
    expect(failed.failure).toMatch(/has not come back/);
    await elsewhere.stop();
    await record(hall, spool, [{ file: films.plain, fragments: 5 }], onTestFinished);
    const [found] = await untilStatus(client, id, 'completed', 'completed');
    const file = await downloaded(client, found.id, spool);
    expect([file.faults, found.duration_seconds]).toEqual(['', 8]);
  });
});

describe('storage', () => {
  test('that is away while the recording runs and ends gets all of it when it is back', async ({
    hall,
    client,
    organisation,
    films,
    s3,
    spool,
    onTestFinished,
  }) => {
    const proxy = await startTcpProxy({ host: '127.0.0.1', port: s3.port });
    onTestFinished(proxy.stop);
    await setStorage(hall, organisation.id, { ...s3.access, endpoint: `http://127.0.0.1:${proxy.port}` });
    const { capture } = await record(hall, spool, [{ file: films.large, fragments: 30 }], onTestFinished);
    const id = await openHall(client, { record: true });
    await enterHall(client, id, onTestFinished);
    await eventually(async () => expect(await hall.database.query('select from recording_parts')).not.toEqual([]));
    await proxy.refuse();
    await eventually(() => expect(capture.taken).toBe(30));
    await client.post(`/v1/halls/${id}/close`);
    await eventually(async () => {
      const [waiting] = await recordingsOf(client, id);
      expect(waiting).toMatchObject({ status: 'uploading', failure: expect.stringMatching(/does not accept/) });
    });
    expect((await readdir(spool)).filter((name) => name.startsWith('rec_'))).toHaveLength(1);
    await proxy.set('pass');
    const [done] = await untilStatus(client, id, 'completed');
    expect(done.failure).toBe(null);
    const file = await downloaded(client, done.id, spool);
    expect([file.faults, file.bytes, done.duration_seconds]).toEqual(['', done.size_bytes, 30]);
  });

  test('whose answer to the completion is lost is found to have the object', async ({
    hall,
    client,
    organisation,
    films,
    s3,
    spool,
    onTestFinished,
  }) => {
    const proxy = await startTcpProxy({ host: '127.0.0.1', port: s3.port });
    onTestFinished(proxy.stop);
    await setStorage(hall, organisation.id, { ...s3.access, endpoint: `http://127.0.0.1:${proxy.port}` });
    const { capture } = await record(hall, spool, [{ file: films.plain, fragments: 10 }], onTestFinished);
    const id = await openHall(client, { record: true });
    await enterHall(client, id, onTestFinished);
    await eventually(() => expect(capture.taken).toBe(10));
    const trap = proxy.trap('<CompleteMultipartUpload', 'drop answers');
    await client.post(`/v1/halls/${id}/close`);
    await eventually(() => expect(trap.answered).toBeGreaterThan(0));
    trap.release();
    const [done] = await untilStatus(client, id, 'completed');
    expect((await downloaded(client, done.id, spool)).faults).toBe('');
  });

  test('that refuses the key keeps the material until the key is mended', async ({
    hall,
    client,
    organisation,
    films,
    s3,
    spool,
    onTestFinished,
  }) => {
    await setStorage(hall, organisation.id, { ...s3.access, secret_access_key: 'another' });
    const { capture } = await record(hall, spool, [{ file: films.plain, fragments: 10 }], onTestFinished);
    const id = await openHall(client, { record: true });
    await enterHall(client, id, onTestFinished);
    await eventually(() => expect(capture.taken).toBe(10));
    await client.post(`/v1/halls/${id}/close`);
    await eventually(async () =>
      expect((await recordingsOf(client, id))[0]).toMatchObject({
        status: 'uploading',
        failure: expect.stringMatching(/does not belong to the access key id/),
      }),
    );
    await hall.database.query('delete from storage_settings where organisation_id = $1', [organisation.id]);
    await eventually(async () => expect((await recordingsOf(client, id))[0].failure).toMatch(/no storage settings/));
    await setStorage(hall, organisation.id, s3.access);
    const [done] = await untilStatus(client, id, 'completed');
    expect([done.failure, (await downloaded(client, done.id, spool)).faults]).toEqual([null, '']);
  });

  test('that forgets the upload gets it anew', async ({ hall, client, films, spool, onTestFinished }) => {
    const { capture } = await record(hall, spool, [{ file: films.large, fragments: 30 }], onTestFinished);
    const id = await openHall(client, { record: true });
    await enterHall(client, id, onTestFinished);
    await eventually(() => expect(capture.taken).toBe(30));
    await eventually(async () => expect((await hall.database.query('select from recording_parts')).length).toBe(3));
    await hall.database.query("update recording_parts set etag = 'another'");
    await hall.database.query("update recordings set upload_id = 'gone' where hall_id = $1", [id]);
    // The next process reads what the database says.
    const [{ id: recording }] = await recordingsOf(client, id);
    await hall.database.query('update recordings set holder = null where id = $1', [recording]);
    await client.post(`/v1/halls/${id}/close`);
    const [done] = await untilStatus(client, id, 'completed');
    expect((await downloaded(client, done.id, spool)).faults).toBe('');
  });
});

const mayMount = process.getuid?.() === 0 && process.platform === 'linux';

describe('a full disk', () => {
  test.skipIf(!mayMount)(
    'ends the recording, and what there is is uploaded (needs root, for a small disk)',
    async ({ hall, client, films, spool, onTestFinished }) => {
      const disk = join(spool, 'disk');
      await mkdir(disk);
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', disk]);
      onTestFinished(async () => {
        execFileSync('umount', ['-l', disk]);
      });
      const { capture } = await record(hall, disk, [{ file: films.large, fragments: 30 }], onTestFinished);
      const id = await openHall(client, { record: true });
      await enterHall(client, id, onTestFinished);
      const [done] = await untilStatus(client, id, 'completed');
      expect(capture.taken).toBeLessThan(30);
      expect(done.failure).toMatch(/disk took no more/);
      const file = await downloaded(client, done.id, spool);
      expect([file.faults, Math.round(file.seconds)]).toEqual(['', capture.taken]);
      expect(existsSync(join(disk, done.id))).toBe(false);
    },
  );
});

test('LiveKit killed and started again ends no recording of a capture that goes on', async ({
  hall,
  client,
  films,
  spool,
  onTestFinished,
}) => {
  const acts: Act[] = [
    { file: films.plain, fragments: 5, ends: 'media_lost' },
    { file: films.plain, fragments: 5 },
  ];
  const { capture } = await record(hall, spool, acts, onTestFinished);
  const id = await openHall(client, { record: true });
  await enterHall(client, id, onTestFinished);
  await eventually(() => expect(capture.taken).toBeGreaterThan(4));
  await hall.livekit.kill();
  await hall.livekit.start();
  await eventually(() => expect(capture.taken).toBe(10));
  await eventually(async () => expect((await client.post(`/v1/halls/${id}/close`)).status).toBe(200));
  const [done] = await untilStatus(client, id, 'completed');
  expect((await downloaded(client, done.id, spool)).faults).toBe('');
});
