import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

const desktop = { viewport: { width: 1280, height: 800 } };

/** On a machine that has much else to do, everything takes its time. */
export const patience = 90_000;

/** Opens links as the people whom they were sent to, each in a browser profile of their own. */
export const visitors = (browser: Browser) => {
  const open = async (url: string, options: BrowserContextOptions = desktop): Promise<Page> => {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(patience);
    const page = await context.newPage();
    await page.goto(url);
    return page;
  };
  return {
    open,
    /** The same, and joins after the device check. */
    enter: async (url: string, options?: BrowserContextOptions): Promise<Page> => {
      const page = await open(url, options);
      await page.getByRole('button', { name: 'Join' }).click();
      await page.getByRole('button', { name: 'Leave' }).waitFor();
      return page;
    },
  };
};

/** The heading of the page that a visit ends with. */
export const ending = (page: Page, words: RegExp): Promise<void> =>
  page.getByRole('heading', { name: words }).waitFor();
