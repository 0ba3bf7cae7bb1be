import axe from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { newOperator } from '../dashboard/fixtures.ts';
import { craftRecording } from './crafted-recordings.ts';
import { test } from './fixtures.ts';
import { bringSession, desktop, openPage, phone } from './people.ts';

/** What axe finds that keeps somebody out, each with the element. */
const barriers = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe.source);
  const { violations }: axe.AxeResults = await page.evaluate('axe.run({ resultTypes: ["violations"] })');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`));
};

/** What is wider than the window, and so would have to be pushed aside to be read. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth') as Promise<number>;

/** Dialogs and menus of which a part cannot be seen. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('dialog[open], [role=menu]')]
    .filter((one) => {
      const { left, right } = one.getBoundingClientRect();
      return left < 0 || right > innerWidth || one.scrollWidth > one.clientWidth;
    })
    .map((one) => 'cut off: ' + one.textContent)`) as Promise<string[]>;

const looks: readonly [string, BrowserContextOptions][] = [
  ['a light desktop', { ...desktop, colorScheme: 'light' }],
  ['a dark desktop', { ...desktop, colorScheme: 'dark' }],
  ['a light phone', { ...phone, colorScheme: 'light' }],
  ['a dark phone', { ...phone, colorScheme: 'dark' }],
];

test.for(looks)(
  'axe finds nothing that keeps people out, on %s',
  { timeout: 120_000 },
  async ([, look], { hall, browser, organisation }) => {
    const { body } = await organisation.client.post('/v1/halls', { name: 'Algebra', external_id: 'lesson-1' });
    await organisation.client.post(`/v1/halls/${body.id}/join`, { name: 'Grace' });
    const operator = await newOperator(hall, organisation.id);
    const page = await openPage(browser, look);
    const found: Record<string, string[]> = {};
    const check = async (where: string) => {
      found[where] = await barriers(page);
      found[where]?.push(...(await cutOff(page)));
      if ((await overflow(page)) > 0) found[where]?.push('wider than the window');
    };
    const visit = async (path: string, words: string) => {
      await page.goto(`${hall.url}/dashboard${path}`);
      await page.getByText(words).filter({ visible: true }).first().waitFor();
      await check(path);
    };
    await visit('/sign-in', 'Password');
    await visit('/forgotten', 'New password');
    await visit('/link#nothing', 'does not work');
    await bringSession(page, hall, operator.browser.jar.header);
    await visit('', 'Algebra');
    await visit('/first-steps', 'Create an API key');
    await visit('/halls', 'Algebra');
    await page.getByRole('button', { name: 'Start a hall' }).click();
    await page.getByRole('button', { name: 'More settings' }).click();
    await check('start a hall');
    await visit(`/halls/${body.id}`, 'Grace');
    await page.getByRole('button', { name: 'More about this hall' }).click();
    await check('menu of a hall');
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await check('delete a hall');
    await visit('/halls/hall_unknown', 'Not here');
    await visit('/recordings', 'No halls can be recorded');
    await craftRecording(hall, organisation.id, body.id, { status: 'uploading', seconds: 3_900 });
    await craftRecording(hall, organisation.id, body.id, { status: 'failed', failure: 'The disk was full.' });
    await craftRecording(hall, organisation.id, body.id, { status: 'completed', seconds: 65, bytes: 12_345_678 });
    await visit('/recordings?', 'on its way to your bucket');
    await page.getByRole('button', { name: 'More about this recording' }).first().click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await check('delete a recording');
    await visit('/settings/storage', 'No storage yet');
    await page.getByRole('button', { name: 'Set up storage' }).click();
    await check('set up storage');
    await operator.browser.inside(organisation.id).post('/organisation/storage', {
      ...{
        endpoint: 'http://127.0.0.1:1',
        region: 'auto',
        bucket: 'films',
        access_key_id: 'a',
        secret_access_key: 'b',
      },
    });
    await visit('/settings/storage?', 'films');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByText('does not accept connections').waitFor();
    await check('storage that failed its test');
    await page.getByRole('button', { name: 'Remove' }).click();
    await check('remove storage');
    await visit('/keys', 'test');
    await visit('/webhooks', 'No endpoints yet');
    await page.getByRole('button', { name: 'Add endpoint' }).first().click();
    await page.getByLabel('Every event').uncheck();
    await check('add an endpoint');
    await visit('/usage', 'Halls created');
    await page.getByText('The numbers').click();
    await check('numbers of usage');
    await visit('/audit-log', 'Audit log');
    await visit('/settings/organisation', 'Another plan');
    await visit('/settings/members', 'Open invitations');
    await visit('/account', 'This one');
    await visit('/operator', 'Everything works');
    await visit('/operator/organisations', organisation.id);
    await visit('/operator/plans', 'enterprise');
    await visit('/operator/people', operator.email);
    await visit('/nothing/here', 'no such page');

    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((where) => [where, []])));
  },
);

test('halls are found, started and closed by keyboard alone', { timeout: 60_000 }, async ({
  hall,
  browser,
  organisation,
}) => {
  const operator = await newOperator(hall, organisation.id);
  const page = await openPage(browser);
  await bringSession(page, hall, operator.browser.jar.header);
  await page.goto(`${hall.url}/dashboard/halls`);
  await page.getByRole('heading', { name: 'No halls yet' }).waitFor();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const focused = () => page.locator(':focus');
  await press('Tab');
  expect(await focused().textContent()).toBe('To the page');
  await press('Enter', 'Tab');
  expect(await focused().textContent()).toContain('Start a hall');
  await press('Enter');
  await page.keyboard.type('Geometry');
  await press('Enter');
  await page.getByRole('heading', { name: 'Geometry' }).waitFor();
  // The heading has the focus, so that what follows is what was opened.
  await page.locator('h1:focus').waitFor();
  await page.getByRole('button', { name: 'More about this hall' }).focus();
  await press('ArrowDown');
  await page.getByRole('menuitem', { name: 'Rename' }).and(focused()).waitFor();
  await press('ArrowDown');
  await page.getByRole('menuitem', { name: 'Delete' }).and(focused()).waitFor();
  await press('Escape');
  await page.getByRole('button', { name: 'More about this hall' }).and(focused()).waitFor();
  await page.getByRole('button', { name: 'Close hall' }).focus();
  await press('Enter');
  await page.getByRole('dialog').waitFor();
  await press('Tab', 'Tab', 'Enter');
  await page.getByText('Closed on request').waitFor();
});
