import { expect } from 'vitest';
import { eventually } from '../setup/eventually.ts';
import { test } from './fixtures.ts';
import { memberAt } from './people.ts';

/** Sends the request of a copied curl command, as a terminal would. */
const runCurl = (command: string): Promise<Response> => {
  const [, url = ''] = /curl -X POST (\S+)/.exec(command) ?? [];
  const headers = [...command.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name = '', value = '']) => [name, value]);
  const [, body = ''] = /-d '([^']+)'/.exec(command) ?? [];
  return fetch(url, { method: 'POST', headers: Object.fromEntries(headers), body });
};

test('from nothing to being in a call: a key, a command, a hall that appears, and the way in', {
  timeout: 120_000,
}, async ({ hall, browser, organisation }) => {
  const page = await memberAt(hall, browser, organisation.id);
  await page.getByRole('link', { name: 'First steps' }).first().click();
  await page.getByRole('button', { name: 'Create key' }).click();
  const command = page.getByRole('figure', { name: 'Command that creates a hall' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await command.getByRole('button', { name: 'Copy' }).click();
  await command.getByRole('button', { name: 'Copied' }).waitFor();
  await page.getByText('Waiting for your first hall').waitFor();
  const copied = String(await page.evaluate('navigator.clipboard.readText()'));
  expect((await runCurl(copied)).status).toBe(201);
  await page.getByRole('link', { name: 'Our first hall' }).waitFor();
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Enter the hall' }).click(),
  ]);
  await tab.getByRole('button', { name: 'Join' }).click();
  await tab.getByRole('button', { name: 'Leave' }).waitFor();
});

test('a key that is made opens halls, and revoked it is refused within a second', async ({
  hall,
  browser,
  organisation,
}) => {
  const page = await memberAt(hall, browser, organisation.id, { role: 'developer', path: '/keys' });
  await page.getByRole('button', { name: 'Create key' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('Website');
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  const key = await page.getByRole('figure', { name: 'API key' }).locator('pre').textContent();
  await page.getByRole('button', { name: 'I have kept it' }).click();
  const client = hall.client(`Bearer ${key}`);
  expect((await client.post('/v1/halls')).status).toBe(201);

  const row = page.getByRole('row', { name: 'Website' });
  expect(await row.textContent()).not.toContain(key);
  await row.getByRole('button', { name: 'Revoke Website' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
  await row.getByText('Revoked').waitFor();
  await eventually(async () => {
    expect((await client.get('/v1/halls')).status).toBe(401);
  }, 1_000);
});
