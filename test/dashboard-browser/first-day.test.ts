import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../server/embedded/testing/processes.ts';
import { launchBrowser } from '../browser/browser.ts';
import { newEmail, password } from '../dashboard/fixtures.ts';
import { eventually } from '../setup/eventually.ts';
import { embeddedEnvironment, launchHall } from '../setup/hall-process.ts';
import { type S3Server, startS3 } from '../setup/s3.ts';
import { openPage } from './people.ts';

/* The first day on one machine, by the page alone: the link of the first start, storage, a hall that is recorded, and the film. */

let browser: Browser;
let s3: S3Server;
beforeAll(async () => {
  browser = await launchBrowser();
  s3 = await startS3();
});
afterAll(async () => {
  await browser?.close();
  await s3?.stop();
});

/** Milliseconds, from the account to the call, and for what a recorder does. */
const twoMinutes = 120_000;

test('storage set in the page, a hall is recorded and plays there; from the account to the call in under two minutes', {
  timeout: 300_000,
}, async ({ onTestFinished }) => {
  const environment = await embeddedEnvironment(await temporaryFolder(onTestFinished));
  const hall = await launchHall({ ...environment, RECORDER: 'built-in' }, onTestFinished);
  await hall.ready();
  // A recorder that has just been started says so some seconds later; a hall that is to be recorded is refused until then.
  await eventually(
    async () => expect(await (await fetch(`${hall.url}/status`)).text()).toContain('0 of 1 recorded'),
    twoMinutes,
  );
  const [link = ''] = /http\S+\/dashboard\/link#\S+/.exec(hall.out) ?? [];
  const page = await openPage(browser);
  await page.goto(link);
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await page.getByLabel('E-mail').fill(newEmail());
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create the account' }).click();
  const begun = performance.now();
  await page.getByRole('link', { name: 'Storage' }).click();
  await page.getByRole('button', { name: 'Set up storage' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Endpoint').fill(s3.access.endpoint);
  await dialog.getByLabel('Bucket', { exact: true }).fill(s3.access.bucket);
  await dialog.getByLabel('The bucket stands in the path').check();
  await dialog.getByLabel('Access key id').fill(s3.access.access_key_id);
  await dialog.getByLabel('Secret access key').fill(s3.access.secret_access_key);
  await dialog.getByRole('button', { name: 'Save and test' }).click();
  await page.getByText('It works.').waitFor();

  await page.getByRole('link', { name: 'Halls' }).click();
  await page.getByRole('button', { name: 'Start a hall' }).first().click();
  await dialog.getByLabel('Name').fill('Algebra');
  await dialog.getByLabel('Record').check();
  await dialog.getByRole('button', { name: 'Start', exact: true }).click();
  const [call] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Enter' }).click(),
  ]);
  await call.getByRole('button', { name: 'Join' }).click();
  await call.getByRole('button', { name: 'Leave' }).waitFor();
  expect(performance.now() - begun).toBeLessThan(twoMinutes);

  await call.getByText('Being recorded').waitFor({ timeout: twoMinutes });
  const recordedFrom = performance.now();
  await eventually(() => expect(performance.now() - recordedFrom).toBeGreaterThan(5_000));
  await page.getByRole('button', { name: 'Close hall' }).click();
  await dialog.getByRole('button', { name: 'Close hall' }).click();
  await page.getByRole('link', { name: 'Recordings', exact: true }).click();
  const row = page.getByRole('table', { name: 'Recordings' }).getByRole('row', { name: /Algebra.*Ready/ });
  await row.getByRole('button', { name: 'Play' }).click({ timeout: twoMinutes });
  await eventually(async () => {
    const [state, width, time] = (await page.evaluate(
      "(({ readyState, videoWidth, duration }) => [readyState, videoWidth, duration])(document.querySelector('video'))",
    )) as number[];
    expect(state).toBeGreaterThanOrEqual(2);
    expect(width).toBe(1280);
    expect(time).toBeGreaterThan(4);
  });
});
