import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHall, type TestHall } from '../setup/hall.ts';
import { launchBrowser } from './browser.ts';
import { ending, visitors } from './visitors.ts';

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

/** What axe finds that keeps somebody out, each with the element. */
const barriers = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe.source);
  const { violations }: axe.AxeResults = await page.evaluate('axe.run({ resultTypes: ["violations"] })');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`));
};

const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
// A picture that is just appearing has colours of neither before nor after.
const still: BrowserContextOptions = { reducedMotion: 'reduce' };

test.each([
  ['a light desktop', { ...still, ...desktop, colorScheme: 'light' as const }],
  ['a dark phone', { ...still, ...phone, colorScheme: 'dark' as const }],
])('axe finds nothing that keeps people out, on %s', { timeout: 300_000 }, async (_, options) => {
  const { client } = await hall.organisation();
  const created = await client.post('/v1/halls', { name: 'Algebra' });
  const linkFor = async (name: string, role: string): Promise<string> =>
    (await client.post(`/v1/halls/${created.body.id}/join`, { name, role })).body.join_url;
  const { open, enter } = visitors(browser);
  const found: Record<string, string[]> = {};
  const look = async (page: Page, where: string) => {
    found[where] = await barriers(page);
  };

  const page = await open(await linkFor('Ada', 'host'), options);
  await page.getByLabel('Microphone level').waitFor();
  await look(page, 'device check');
  const viewer = await open(await linkFor('Emmy', 'viewer'), options);
  await viewer.getByRole('button', { name: 'Join' }).waitFor();
  await look(viewer, 'check of a viewer');

  const [grace] = await Promise.all([
    enter(await linkFor('Grace', 'participant'), options),
    page.getByRole('button', { name: 'Join' }).click(),
  ]);
  await page.getByRole('region', { name: 'Grace' }).waitFor();
  await grace.getByRole('button', { name: 'Raise hand' }).click();
  await page.getByText('Hand raised').first().waitFor();
  await look(page, 'call');
  await page.getByRole('button', { name: 'React' }).click();
  await look(page, 'reactions');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Chat' }).click();
  await page.getByRole('textbox').fill('See https://example.com');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'https://example.com' }).waitFor();
  await look(page, 'chat');
  await page.getByRole('button', { name: 'Close chat' }).click();
  await page.getByRole('button', { name: /^People/ }).click();
  await look(page, 'people');
  await page.getByLabel('People', { exact: true }).getByRole('button', { name: 'Manage Grace' }).click();
  await look(page, 'managing');
  await page.getByRole('button', { name: 'Remove from the hall' }).click();
  await look(page, 'removing');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Close people' }).click();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('dialog').waitFor();
  await look(page, 'settings');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Leave' }).click();
  await ending(page, /left/i);
  await look(page, 'ending');

  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((where) => [where, []])));
});
