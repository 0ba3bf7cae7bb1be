import { expect, onTestFinished } from 'vitest';
import { startS3 } from '../setup/s3.ts';
import { test } from './fixtures.ts';
import { memberAt } from './people.ts';

test('storage is set in the page and tested, told what is wrong with it, changed, and removed by force', {
  timeout: 120_000,
}, async ({ hall, browser, organisation }) => {
  const s3 = await startS3();
  onTestFinished(s3.stop);
  const page = await memberAt(hall, browser, organisation.id, { role: 'admin', path: '/recordings' });
  await page.getByRole('link', { name: 'Set up storage' }).click();
  await page.getByRole('button', { name: 'Set up storage' }).click();
  const dialog = page.getByRole('dialog');
  const { access } = s3;
  await dialog.getByLabel('Endpoint').fill(access.endpoint);
  await dialog.getByLabel('Bucket', { exact: true }).fill('nowhere');
  await dialog.getByLabel('Region').fill(access.region);
  await dialog.getByLabel('Folder').fill('films');
  await dialog.getByLabel('The bucket stands in the path').check();
  await dialog.getByLabel('Access key id').fill(access.access_key_id);
  await dialog.getByLabel('Secret access key').fill(access.secret_access_key);
  await dialog.getByRole('button', { name: 'Save and test' }).click();
  await page.getByRole('alert').getByText('There is no such bucket').waitFor();

  await page.getByRole('button', { name: 'Change' }).click();
  expect(await dialog.getByLabel('Secret access key').inputValue()).toBe('');
  await dialog.getByLabel('Bucket', { exact: true }).fill('../x');
  await dialog.getByLabel('Secret access key').fill(access.secret_access_key);
  await dialog.getByRole('button', { name: 'Save and test' }).click();
  await dialog.getByRole('alert').getByText("must be a bucket's name").waitFor();
  await dialog.getByLabel('Bucket', { exact: true }).fill(access.bucket);
  await dialog.getByRole('button', { name: 'Save and test' }).click();
  await page.getByText('It works.').waitFor();
  expect(await page.content()).not.toContain(access.secret_access_key);
  expect((await organisation.client.get('/v1/organisation')).body.storage_configured).toBe(true);

  const { id } = (await organisation.client.post('/v1/halls', {})).body;
  await hall.database.query('update halls set record = true where id = $1', [id]);
  await page.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Remove storage' }).click();
  await dialog.getByRole('alert').getByText('are to be recorded: 1').waitFor();
  await dialog.getByRole('button', { name: 'Remove all the same' }).click();
  await page.getByRole('heading', { name: 'No storage yet' }).waitFor();
  expect((await organisation.client.get('/v1/organisation')).body.storage_configured).toBe(false);

  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByRole('row', { name: /Removed the storage/ }).waitFor();
});

test('who may not see the storage is told so, and whom to ask', async ({ hall, browser, organisation }) => {
  const page = await memberAt(hall, browser, organisation.id, { role: 'developer', path: '/settings/storage' });
  await page.getByRole('heading', { name: 'You may not see this' }).waitFor();
  await page.getByRole('link', { name: 'Recordings' }).click();
  await page.getByText('An owner or admin sets it up').waitFor();
  await page.goto(`${hall.url}/dashboard/halls`);
  await page.getByRole('button', { name: 'Start a hall' }).first().click();
  expect(await page.getByRole('dialog').getByLabel('Record').isDisabled()).toBe(true);
});
