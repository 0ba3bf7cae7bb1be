import { expect } from 'vitest';
import { makeLink } from '../../server/people/make-link.ts';
import { setUpLink } from '../../server/people/set-up-link.ts';
import { newEmail, newMember, onDatabase, password } from '../dashboard/fixtures.ts';
import { test } from './fixtures.ts';
import { memberAt, openPage } from './people.ts';

test('the set-up link makes the first account, once', async ({ hall, browser, organisation }) => {
  const { url } = await onDatabase(hall, (database) => setUpLink(database, hall.url, organisation.id));
  const page = await openPage(browser);
  await page.goto(url);
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await page.getByLabel('E-mail').fill(newEmail());
  await page.getByLabel('Password').fill('short');
  await page.getByRole('button', { name: 'Create the account' }).click();
  expect(await page.locator('input[type=password]:invalid').count()).toBe(1);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create the account' }).click();
  await page.getByRole('heading', { name: 'Test', exact: true }).waitFor();

  const late = await openPage(browser);
  await late.goto(url);
  await late.getByText('expired, or was used before').waitFor();
});

test('an invitation lets somebody in with the role it names', async ({ hall, browser, organisation }) => {
  const email = newEmail();
  const { url } = await onDatabase(hall, (database) =>
    makeLink(database, hall.url, { kind: 'invitation', organisation_id: organisation.id, role: 'viewer', email }),
  );
  const page = await openPage(browser);
  await page.goto(url);
  await page.getByRole('heading', { name: 'Join Test' }).waitFor();
  expect(await page.getByLabel('E-mail').inputValue()).toBe(email);
  await page.getByLabel('Your name').fill('Grace Hopper');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create the account and join' }).click();
  await page.getByRole('button', { name: 'Account: Grace Hopper' }).waitFor();
});

test('an invitation for somebody with an account asks them to sign in, and to accept', async ({
  hall,
  browser,
  organisation,
}) => {
  const other = await hall.organisation();
  const { email } = await newMember(hall, organisation.id, 'viewer');
  const { url } = await onDatabase(hall, (database) =>
    makeLink(database, hall.url, { kind: 'invitation', organisation_id: other.id, role: 'admin', email }),
  );
  const page = await openPage(browser);
  await page.goto(url);
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Organisation: Test' }).click();
  expect(await page.getByRole('menuitemradio').count()).toBe(2);
});

test('a wrong password is told, a right one leads to where one wanted to go', async ({
  hall,
  browser,
  organisation,
}) => {
  const { email } = await newMember(hall, organisation.id, 'owner');
  const page = await openPage(browser);
  await page.goto(`${hall.url}/dashboard/halls?status=open`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill('not this one');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('wrong').waitFor();
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Halls', exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe('?status=open');
});

test('who signs out is out', async ({ hall, browser, organisation }) => {
  const page = await memberAt(hall, browser, organisation.id);
  await page.getByRole('button', { name: 'Account: Ada' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.goto(`${hall.url}/dashboard/halls`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

test('the colours stay as somebody chose them', async ({ hall, browser, organisation }) => {
  const page = await memberAt(hall, browser, organisation.id);
  const scheme = () => page.evaluate('getComputedStyle(document.documentElement).colorScheme');
  await page.getByRole('button', { name: 'Account: Ada' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  expect(await scheme()).toBe('dark');
  await page.reload();
  await page.getByRole('button', { name: 'Account: Ada' }).waitFor();
  expect(await scheme()).toBe('dark');
});
