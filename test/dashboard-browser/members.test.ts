import { expect } from 'vitest';
import { newEmail, newMember, password } from '../dashboard/fixtures.ts';
import { test } from './fixtures.ts';
import { memberAt, openPage } from './people.ts';

test('an owner invites, gives another role, and removes; each is in force at once', async ({
  hall,
  browser,
  organisation,
}) => {
  const page = await memberAt(hall, browser, organisation.id, { path: '/settings/members' });
  const email = newEmail();
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Role').selectOption('viewer');
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
  const link = await page.getByRole('figure', { name: 'Invitation' }).locator('pre').textContent();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('table', { name: 'Open invitations' }).getByText(email).waitFor();

  const theirs = await openPage(browser);
  await theirs.goto(link ?? '');
  await theirs.getByLabel('Your name').fill('Grace Hopper');
  await theirs.getByLabel('Password').fill(password);
  await theirs.getByRole('button', { name: 'Create the account and join' }).click();
  await theirs.getByRole('button', { name: 'Account: Grace Hopper' }).waitFor();
  expect(await theirs.getByRole('link', { name: 'API keys' }).count()).toBe(0);

  await page.reload();
  const row = page.getByRole('row', { name: 'Grace Hopper' });
  await row.getByRole('button', { name: 'Manage Grace Hopper' }).click();
  await page.getByRole('menuitem', { name: 'Make developer' }).click();
  await row.getByText('developer').waitFor();
  await theirs.reload();
  await theirs.getByRole('link', { name: 'API keys' }).waitFor();

  await row.getByRole('button', { name: 'Manage Grace Hopper' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove member' }).click();
  await row.waitFor({ state: 'detached' });
  await theirs.reload();
  await theirs.getByRole('heading', { name: 'You are in no organisation' }).waitFor();
});

test('a viewer sees what there is, and no act that they may not do', async ({ hall, browser, organisation }) => {
  const { body } = await organisation.client.post('/v1/halls', { name: 'Algebra' });
  const page = await memberAt(hall, browser, organisation.id, { role: 'viewer', path: '/halls' });
  await page.getByRole('link', { name: 'Algebra' }).waitFor();
  expect(await page.getByRole('button', { name: 'Start a hall' }).count()).toBe(0);
  await page.goto(`${hall.url}/dashboard/halls/${body.id}`);
  await page.getByRole('heading', { name: 'Inside now' }).waitFor();
  for (const act of ['Enter', 'Invite', 'Close hall', 'More about this hall']) {
    expect(await page.getByRole('button', { name: act }).count(), act).toBe(0);
  }
  await page.goto(`${hall.url}/dashboard/settings/members`);
  await page.getByRole('cell', { name: 'Ada' }).first().waitFor();
  expect(await page.getByRole('button', { name: /Manage|Invite/ }).count()).toBe(0);
  await page.goto(`${hall.url}/dashboard/keys`);
  await page.getByRole('heading', { name: 'You may not see this' }).waitFor();
});

test('who is in two organisations sees those of the chosen one alone', { timeout: 60_000 }, async ({
  hall,
  browser,
  organisation,
}) => {
  const other = await hall.organisation();
  await organisation.client.post('/v1/halls', { name: 'Here' });
  await other.client.post('/v1/halls', { name: 'There' });
  const page = await memberAt(hall, browser, organisation.id);
  await page.getByRole('link', { name: 'Here' }).waitFor();
  const owner = await newMember(hall, other.id, 'owner');
  const session = await page.evaluate("fetch('/dashboard/v1/session').then((answer) => answer.json())");
  const { email } = (session as { person: { email: string } }).person;
  const invited = await owner.browser.inside(other.id).post('/invitations', { email, role: 'viewer' });
  await page.goto(invited.body.url);
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await page.getByRole('button', { name: 'Organisation: Test' }).click();
  await page.getByRole('menuitemradio', { checked: false }).click();
  await page.getByRole('link', { name: 'There' }).waitFor();
  expect(await page.getByRole('link', { name: 'Here', exact: true }).count()).toBe(0);
});
