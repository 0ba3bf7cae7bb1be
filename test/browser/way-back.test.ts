import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { childrenOf, temporaryFolder } from '../../server/embedded/testing/processes.ts';
import { embeddedEnvironment, launchHall } from '../setup/hall-process.ts';
import { hearsSound, launchBrowser, videoMoves } from './browser.ts';
import { patience, visitors } from './visitors.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

test('people come back by themselves after the media server was killed, as they were', {
  timeout: 300_000,
}, async ({ onTestFinished }) => {
  const hall = await launchHall(await embeddedEnvironment(await temporaryFolder(onTestFinished)), onTestFinished);
  await hall.ready();
  const client = hall.client(`Bearer ${/hall_live_\w+/.exec(hall.out)?.[0]}`);
  const { body } = await client.post('/v1/halls', { name: 'Algebra' });
  const linkFor = async (name: string): Promise<string> =>
    (await client.post(`/v1/halls/${body.id}/join`, { name })).body.join_url;
  const { enter } = visitors(browser);
  const [ada, grace] = await Promise.all([enter(await linkFor('Ada')), enter(await linkFor('Grace'))]);
  expect(await videoMoves(ada, '[aria-label="Grace"] video', patience)).toBe(true);
  await grace.getByRole('button', { name: 'Turn camera off' }).click();
  await grace.getByRole('button', { name: 'Turn camera on' }).waitFor();
  await grace.getByRole('button', { name: 'Raise hand' }).click();
  await ada.getByText('Grace raised a hand').waitFor();

  const lost = [ada, grace].map((page) => page.getByText('Reconnecting…').waitFor());
  const media = childrenOf(hall.pid).find(({ command }) => command.includes('livekit'));
  process.kill(media?.pid ?? Number.NaN, 'SIGKILL');
  await Promise.all(lost);
  for (const page of [ada, grace])
    await page.getByText('Reconnecting…').waitFor({ state: 'detached', timeout: 2 * patience });

  // By ear: Chromium's pretended camera may stand still when it is started again, its microphone does not.
  expect(await hearsSound(grace, patience)).toBe(true);
  expect(await hearsSound(ada, patience)).toBe(true);
  await ada.getByRole('button', { name: 'Turn camera off' }).waitFor();
  await grace.locator('[aria-label="Ada"] video').waitFor({ state: 'attached' });
  await grace.getByRole('button', { name: 'Turn camera on' }).waitFor();
  await ada.getByRole('region', { name: 'Grace' }).getByText('Hand raised').waitFor();
});
