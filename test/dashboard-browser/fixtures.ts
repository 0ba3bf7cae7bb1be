import type { Browser } from 'playwright-core';
import { test as base } from 'vitest';
import { launchBrowser } from '../browser/browser.ts';
import { startHall, type TestHall, type TestOrganisation } from '../setup/hall.ts';

type Fixtures = {
  /** One for the file; its LiveKit tells it who comes and goes. */
  hall: TestHall;
  browser: Browser;
  organisation: TestOrganisation;
};

export const test = base.extend<Fixtures>({
  hall: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the first parameter's pattern
    async ({}, use) => {
      const hall = await startHall({ forBrowsers: true, ownLiveKit: 'embedded' });
      await use(hall);
      await hall.stop();
    },
    { scope: 'file' },
  ],
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: see above
    async ({}, use) => {
      const browser = await launchBrowser();
      await use(browser);
      await browser.close();
    },
    { scope: 'file' },
  ],
  organisation: ({ hall }, use) => hall.organisation().then(use),
});
