import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import type { MemberRole } from '../../server/database/tables.ts';
import { newMember } from '../dashboard/fixtures.ts';
import type { TestHall } from '../setup/hall.ts';

/** Milliseconds, on a machine that has much else to do. */
export const patience = 30_000;

export const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
export const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** What refusals leave in the console, which is no fault of the page. */
const isRefusal = (text: string): boolean => text.startsWith('Failed to load resource');

/** A page of a browser profile of its own. At the end of the test it must have complained of nothing, a broken policy included. */
export const openPage = async (browser: Browser, options: BrowserContextOptions = desktop): Promise<Page> => {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !isRefusal(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  onTestFinished(async () => {
    await context.close();
    expect(complaints).toEqual([]);
  });
  return page;
};

/** Lets a profile be signed in as if this person had signed in there. */
export const bringSession = async (page: Page, hall: TestHall, cookies: string): Promise<void> => {
  const pairs = cookies.split('; ').map((pair) => pair.split(/=(.*)/s));
  await page.context().addCookies(pairs.map(([name = '', value = '']) => ({ name, value, url: hall.url })));
};

/** A new member with this role, signed in, on a page of the dashboard. */
export const memberAt = async (
  hall: TestHall,
  browser: Browser,
  organisationId: string,
  { role = 'owner', path = '', options }: { role?: MemberRole; path?: string; options?: BrowserContextOptions } = {},
): Promise<Page> => {
  const member = await newMember(hall, organisationId, role);
  const page = await openPage(browser, options);
  await bringSession(page, hall, member.browser.jar.header);
  await page.goto(`${hall.url}/dashboard${path}`);
  return page;
};
