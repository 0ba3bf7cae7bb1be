import { onTestFinished, test } from 'vitest';
import { launchBrowser } from '../browser/browser.ts';
import { startHall } from '../setup/hall.ts';
import { memberAt } from './people.ts';

test('a passkey signs in without password', { timeout: 90_000 }, async () => {
  // Passkeys belong to a name, which 127.0.0.1 is not.
  const hall = await startHall({ forBrowsers: true, hostName: 'localhost' });
  onTestFinished(hall.stop);
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const organisation = await hall.organisation();
  const page = await memberAt(hall, browser, organisation.id, { path: '/account' });
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Laptop');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Remove Laptop' }).waitFor();
  await page.getByRole('button', { name: 'Account: Ada' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('heading', { name: 'Test', exact: true }).waitFor();
});
