import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHall, type TestHall } from '../setup/hall.ts';
import { hearsSound, launchBrowser, videoMoves } from './browser.ts';
import { visitors } from './visitors.ts';

let hall: TestHall;
let browser: Browser;
beforeAll(async () => {
  hall = await startHall({ forBrowsers: true });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await hall?.stop();
});

const pictureOf = (name: string): string => `[aria-label="${name}"] video`;

test('two people open the links they were given, and each sees the other move and hears the other', {
  timeout: 90_000,
}, async () => {
  const { client } = await hall.organisation();
  const created = await client.post('/v1/halls', { name: 'Algebra' });
  const linkFor = async (name: string): Promise<string> =>
    (await client.post(`/v1/halls/${created.body.id}/join`, { name })).body.join_url;

  const { enter } = visitors(browser);
  const [ada, grace] = await Promise.all([enter(await linkFor('Ada')), enter(await linkFor('Grace'))]);

  expect(await videoMoves(ada, pictureOf('Grace'), 20_000)).toBe(true);
  expect(await videoMoves(grace, pictureOf('Ada'), 20_000)).toBe(true);
  expect(await hearsSound(ada, 20_000)).toBe(true);
  expect(await hearsSound(grace, 20_000)).toBe(true);
  await expect
    .poll(async () => (await client.get(`/v1/halls/${created.body.id}`)).body.participant_count, { timeout: 10_000 })
    .toBe(2);

  const closed = await client.post(`/v1/halls/${created.body.id}/close`);
  expect(closed.body.status).toBe('closed');
  await ada.getByRole('heading', { name: /ended/i }).waitFor({ timeout: 5_000 });
  await grace.getByRole('heading', { name: /ended/i }).waitFor({ timeout: 5_000 });
});

test('the pages ask nothing of other hosts', { timeout: 60_000 }, async () => {
  const { client } = await hall.organisation();
  const created = await client.post('/v1/halls');
  const joined = await client.post(`/v1/halls/${created.body.id}/join`, { name: 'Ada' });
  const page = await browser.newPage();
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!/^(http|ws):\/\/127\.0\.0\.1|^(data|blob):/.test(request.url())) elsewhere.push(request.url());
  });
  for (const path of ['/', '/status', '/docs/']) await page.goto(`${hall.url}${path}`, { waitUntil: 'networkidle' });
  await page.getByText('Create a hall').first().waitFor();
  await page.goto(joined.body.join_url, { waitUntil: 'networkidle' });
  expect(elsewhere).toEqual([]);
});
