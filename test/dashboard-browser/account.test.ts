import { expect } from 'vitest';
import { newMember, password } from '../dashboard/fixtures.ts';
import { oneTimeCode } from '../dashboard/one-time-code.ts';
import { test } from './fixtures.ts';
import { bringSession, openPage } from './people.ts';

test('a second factor is set up by its QR code, and asked for from then on', async ({
  hall,
  browser,
  organisation,
}) => {
  const member = await newMember(hall, organisation.id, 'viewer');
  const page = await openPage(browser);
  await bringSession(page, hall, member.browser.jar.header);
  await page.goto(`${hall.url}/dashboard/account`);
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByLabel('Your password').fill('another one');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('alert').getByText('wrong').waitFor();
  await page.getByLabel('Your password').fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('img', { name: 'Code to scan' }).waitFor();
  await page.getByText('It cannot be scanned').click();
  const secret = (await page.getByRole('figure', { name: 'Secret' }).locator('pre').textContent()) ?? '';
  await page.getByLabel('Code that the app shows').fill(oneTimeCode(`otpauth://totp/x?secret=${secret}`));
  await page.getByRole('button', { name: 'Switch on' }).click();
  const codes = (await page.getByRole('figure', { name: 'Recovery codes' }).locator('pre').textContent()) ?? '';
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByRole('button', { name: 'Switch off' }).waitFor();

  const again = await openPage(browser);
  await again.goto(`${hall.url}/dashboard/sign-in`);
  await again.getByLabel('E-mail').fill(member.email);
  await again.getByLabel('Password').fill(password);
  await again.keyboard.press('Enter');
  await again.getByRole('heading', { name: 'Second step' }).waitFor();
  await again.getByRole('button', { name: 'I have lost my authenticator' }).click();
  await again.getByLabel('Recovery code').fill(codes.split('\n')[0] ?? '');
  await again.getByRole('button', { name: 'Continue' }).click();
  await again.getByRole('heading', { name: 'Test', exact: true }).waitFor();
});

test('a changed password signs out everywhere else, and sessions are ended one by one', async ({
  hall,
  browser,
  organisation,
}) => {
  const member = await newMember(hall, organisation.id, 'viewer');
  const elsewhere = await openPage(browser);
  await bringSession(elsewhere, hall, member.browser.jar.header);
  const page = await openPage(browser);
  await page.goto(`${hall.url}/dashboard/sign-in?next=/account`);
  await page.getByLabel('E-mail').fill(member.email);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Sessions' }).waitFor();
  await page.getByRole('button', { name: /^Sign out (?!every)/ }).click();
  await page.getByRole('button', { name: /^Sign out (?!every)/ }).waitFor({ state: 'detached' });
  await elsewhere.goto(`${hall.url}/dashboard`);
  await elsewhere.getByRole('heading', { name: 'Sign in' }).waitFor();

  await page.getByLabel('Current password').fill(password);
  await page.getByLabel('New password').fill(`${password} again`);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('The password is changed').waitFor();
  expect(await page.getByLabel('New password').inputValue()).toBe('');
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});
