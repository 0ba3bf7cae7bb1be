import { expect } from 'vitest';
import { newEmail, newOperator } from '../dashboard/fixtures.ts';
import { eventually } from '../setup/eventually.ts';
import { test } from './fixtures.ts';
import { bringSession, memberAt, openPage } from './people.ts';

test('an operator makes an organisation, gives it a limit, and suspends it', async ({
  hall,
  browser,
  organisation,
}) => {
  const operator = await newOperator(hall);
  const page = await openPage(browser);
  await bringSession(page, hall, operator.browser.jar.header);
  await page.goto(`${hall.url}/dashboard/operator`);
  await page.getByRole('table', { name: 'Health' }).getByText('database').waitFor();

  await page.getByRole('link', { name: 'Organisations' }).click();
  await page.getByRole('button', { name: 'Create organisation' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Byron School');
  await page.getByRole('dialog').getByLabel('Plan').selectOption('pro');
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await page.getByLabel('E-mail').fill(newEmail());
  await page.getByRole('button', { name: 'Invite as owner' }).click();
  await page.getByRole('figure', { name: 'Invitation' }).waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('row', { name: /Byron School.*pro/ }).waitFor();

  const row = page.getByRole('row', { name: new RegExp(organisation.id) });
  await row.getByRole('button', { name: 'Manage' }).click();
  await page.getByRole('menuitem', { name: 'Plan and limits' }).click();
  await page.getByLabel('Halls open at once').fill('1');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('In force within a second').waitFor();
  await organisation.client.post('/v1/halls');
  await eventually(async () => {
    expect((await organisation.client.post('/v1/halls')).body.code).toBe('plan_limit');
  }, 1_500);

  await page
    .getByRole('row', { name: new RegExp(organisation.id) })
    .getByRole('button', { name: 'Manage' })
    .click();
  await page.getByRole('menuitem', { name: 'Suspend' }).click();
  await page.getByLabel('Reason').fill('the bill of October is unpaid');
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
  await page.getByText('the bill of October is unpaid').waitFor();
  await eventually(async () => {
    expect((await organisation.client.get('/v1/halls')).body.code).toBe('organisation_suspended');
  }, 1_500);
  const theirs = await memberAt(hall, browser, organisation.id);
  await theirs.getByText('the bill of October is unpaid').waitFor();
});

test('others do not see that there is an operator’s area', async ({ hall, browser, organisation }) => {
  const page = await memberAt(hall, browser, organisation.id, { path: '/operator' });
  await page.getByRole('heading', { name: 'You may not see this' }).waitFor();
  expect(await page.getByRole('link', { name: 'Operator' }).count()).toBe(0);
});

test('use and audit log tell what was done, and can be taken along', async ({ hall, browser, organisation }) => {
  const page = await memberAt(hall, browser, organisation.id, { path: '/keys' });
  await page.getByRole('button', { name: 'Create key' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('Website');
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await organisation.client.post('/v1/halls');

  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByRole('row', { name: /Created an API key.*Website/ }).waitFor();
  await page.getByLabel('What').selectOption('revokeKey');
  await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
  await page.getByLabel('What').selectOption('');
  const [log] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(log.suggestedFilename()).toBe('audit-log.csv');

  await page.getByRole('link', { name: 'Usage' }).click();
  await page.getByRole('figure', { name: 'Halls created' }).locator('.chart-total', { hasText: '1' }).waitFor();
  const [usage] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(usage.suggestedFilename()).toBe('usage-month.csv');
});
