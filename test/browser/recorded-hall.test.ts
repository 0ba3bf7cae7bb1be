import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../server/embedded/testing/processes.ts';
import { inspect } from '../../server/recorder/file/testing/fragmented.ts';
import { hallCommand } from '../cli/hall-command.ts';
import { downloaded, untilStatus } from '../recording/fixtures.ts';
import { eventually } from '../setup/eventually.ts';
import { embeddedEnvironment, launchHall } from '../setup/hall-process.ts';
import { type S3Server, startS3 } from '../setup/s3.ts';
import { launchBrowser } from './browser.ts';
import { visitors } from './visitors.ts';

/* One machine, one command: Hall with its own PostgreSQL, LiveKit and recorder, two people in browsers, and the file that comes of it. */

let browser: Browser;
let s3: S3Server;
beforeAll(async () => {
  browser = await launchBrowser();
  s3 = await startS3();
});
afterAll(async () => {
  await browser?.close();
  await s3?.stop();
});

const patience = 60_000;

/** What runs inside the page; the tests are checked without the DOM's types. */
interface Player {
  src: string;
  muted: boolean;
  duration: number;
  currentTime: number;
  onloadedmetadata: () => void;
  onseeked: () => void;
  onerror: () => void;
}

/** Opens the URL as a person's page would, and jumps to a second of it. */
const playAt = async (browser: Browser, url: string, second: number): Promise<{ duration: number; at: number }> => {
  const page = await browser.newPage();
  await page.setContent('<video></video>');
  return page.locator('video').evaluate(
    (element: unknown, [source, to]: [string, number]) =>
      new Promise((resolve, reject) => {
        const video = element as Player;
        video.onerror = () => reject(new Error('it does not play'));
        video.onloadedmetadata = () => {
          video.currentTime = to;
        };
        video.onseeked = () => resolve({ duration: video.duration, at: video.currentTime });
        video.src = source;
      }),
    [url, second] as [string, number],
  );
};

test('a hall with record yields a file that plays', { timeout: 240_000 }, async ({ onTestFinished }) => {
  const folder = await temporaryFolder(onTestFinished);
  const environment = { ...(await embeddedEnvironment(folder)), RECORDER: 'built-in' };
  const hall = await launchHall(environment, onTestFinished);
  await hall.ready();
  const secret = { STORAGE_SECRET_ACCESS_KEY: s3.access.secret_access_key };
  const { json } = hallCommand({ ...environment, ...secret }, onTestFinished);
  const [organisation] = await json('organisations', 'list');
  const { key } = await json('keys', 'create', '--organisation', organisation.id, '--name', 'test');
  const client = hall.client(`Bearer ${key}`);
  expect((await client.post('/v1/halls', { record: true })).body.code).toBe('storage_not_configured');
  await json(
    ...['storage', 'set', '--organisation', organisation.id, '--endpoint', s3.access.endpoint, '--path-style'],
    ...['--region', 'us-east-1', '--bucket', s3.access.bucket, '--access-key-id', s3.access.access_key_id],
  );
  let id = '';
  await eventually(async () => {
    const made = await client.post('/v1/halls', { record: true, name: 'Algebra' });
    expect(made.status).toBe(201);
    id = made.body.id;
  }, patience);
  const { enter } = visitors(browser);
  const linkFor = async (name: string): Promise<string> =>
    (await client.post(`/v1/halls/${id}/join`, { name })).body.join_url;
  const ada = await enter(await linkFor('Ada'));
  await enter(await linkFor('Grace'));
  const [running] = await untilStatus(client, id, 'recording');
  await ada.getByText('Being recorded').waitFor();
  expect(await ada.getByRole('button', { name: 'Stop recording' }).count()).toBe(0);
  const startedAt = Date.parse(running.started_at);
  expect((await client.get(`/v1/halls/${id}`)).body.participant_count).toBe(2);
  await eventually(() => expect(Date.now() - startedAt).toBeGreaterThan(20_000), patience);
  await client.post(`/v1/halls/${id}/close`);
  const [done] = await untilStatus(client, id, 'completed');
  const lasted = (Date.parse(done.ended_at) - startedAt) / 1_000;
  const file = await downloaded(client, done.id, folder);
  expect([file.faults, file.streams, done.failure]).toEqual(['', ['audio', 'video'], null]);
  expect(file.bytes).toBe(done.size_bytes);
  expect(file.seconds).toBeGreaterThan(18);
  expect(file.seconds).toBeLessThan(lasted + 1);
  expect(Math.abs(file.seconds - done.duration_seconds)).toBeLessThanOrEqual(0.6);
  const { body } = await client.get(`/v1/recordings/${done.id}/download`);
  const played = await playAt(browser, body.url, 15);
  expect(Math.abs(played.duration - file.seconds)).toBeLessThan(file.seconds / 100);
  expect(played.at).toBeCloseTo(15, 1);
  expect(inspect(`${folder}/${done.id}.mp4`, { decode: false }).seconds).toBeCloseTo(file.seconds, 1);
  hall.signal('SIGTERM');
  expect(await hall.ended).toEqual({ code: 0, signal: null });
});
