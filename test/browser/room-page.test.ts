import { createHmac } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest';
import { eventually } from '../setup/eventually.ts';
import { startHall, type TestHall } from '../setup/hall.ts';
import { launchBrowser } from './browser.ts';
import { ending, patience, visitors } from './visitors.ts';

vi.setConfig({ testTimeout: 300_000 });

let hall: TestHall;
let browser: Browser;
beforeAll(async () => {
  hall = await startHall({ forBrowsers: true });
  browser = await launchBrowser();
});
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});
afterAll(async () => {
  await browser?.close();
  await hall?.stop();
});

const newHall = async (settings: object = {}) => {
  const { client, id: organisationId } = await hall.organisation();
  const { body } = await client.post('/v1/halls', { name: 'Algebra', ...settings });
  const join = async (name: string, role = 'participant') =>
    (await client.post(`/v1/halls/${body.id}/join`, { name, role })).body;
  return {
    organisationId,
    join,
    linkFor: async (name: string, role?: string): Promise<string> => (await join(name, role)).join_url,
    untilInside: (count: number) =>
      eventually(async () => {
        expect((await client.get(`/v1/halls/${body.id}`)).body.participant_count).toBe(count);
      }, patience),
  };
};

test('a host mutes, gives roles, removes, and ends the hall', async () => {
  const { linkFor, untilInside } = await newHall();
  const { enter, open } = visitors(browser);
  const invitation = await linkFor('Grace');
  const [ada, grace] = await Promise.all([enter(await linkFor('Ada', 'host')), enter(invitation)]);

  await untilInside(2);
  await ada.getByRole('button', { name: /^People/ }).click();
  const manage = async (action: string) => {
    await ada.getByLabel('People', { exact: true }).getByRole('button', { name: 'Manage Grace' }).click();
    await ada.getByRole('dialog').getByRole('button', { name: action }).click();
  };
  await grace.getByRole('button', { name: 'Mute microphone' }).waitFor();
  await ada.getByLabel('People', { exact: true }).getByLabel('Microphone on').nth(1).waitFor();
  await manage('Mute microphone');
  await grace.getByRole('button', { name: 'Unmute microphone' }).waitFor();

  await manage('Make viewer');
  await grace.getByText('You are a viewer now').waitFor();
  await grace.getByRole('button', { name: 'Turn camera' }).waitFor({ state: 'detached' });
  await manage('Make participant');
  await grace.getByRole('button', { name: 'Turn camera on' }).click();
  await grace.getByRole('button', { name: 'Turn camera off' }).waitFor();
  await manage('Make host');
  await grace.getByRole('button', { name: 'End for everyone' }).waitFor();

  await manage('Remove from the hall');
  await ada.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await ending(grace, /removed/i);
  await grace.reload();
  await ending(grace, /removed/i);

  await ada.getByRole('button', { name: 'End for everyone' }).click();
  await ada.getByRole('dialog').getByRole('button', { name: 'End for everyone' }).click();
  await ending(ada, /ended/i);
  const late = await open(await ada.evaluate('location.href'));
  await ending(late, /ended/i);
});

test('a full hall says so before the device check, and lets in when a place is free', async () => {
  const { linkFor, untilInside } = await newHall({ max_participants: 1 });
  const { enter, open } = visitors(browser);
  const [first, second] = [await linkFor('Ada'), await linkFor('Grace')];
  const ada = await enter(first);
  await untilInside(1);
  const grace = await open(second);
  await ending(grace, /full/i);
  await ada.getByRole('button', { name: 'Leave' }).click();
  await ending(ada, /left/i);
  await untilInside(0);
  await grace.getByRole('button', { name: 'Try again' }).click();
  await grace.getByRole('button', { name: 'Join' }).waitFor();
});

test('an expired link says so', async () => {
  const { join } = await newHall();
  const { join_url: url, participant_token: token } = await join('Ada');
  const page = await visitors(browser).open(url.replace(token, expired(token)));
  await ending(page, /expired/i);
});

test('a raised hand and a reaction reach the others, the hand newcomers too', async () => {
  const { linkFor } = await newHall();
  const { enter } = visitors(browser);
  const [ada, grace] = await Promise.all([enter(await linkFor('Ada')), enter(await linkFor('Grace'))]);
  await ada.getByRole('region', { name: 'Grace' }).waitFor();

  await grace.getByRole('button', { name: 'Raise hand' }).click();
  await ada.getByRole('region', { name: 'Grace' }).getByText('Hand raised').waitFor();
  await ada.getByRole('button', { name: /^People/ }).click();
  await ada.getByRole('listitem').first().getByText('Grace').waitFor();
  await grace.getByRole('button', { name: 'React' }).click();
  await grace.getByRole('button', { name: 'Applause' }).click();
  await ada.getByText('Applause from Grace').waitFor();

  const emmy = await enter(await linkFor('Emmy', 'viewer'));
  await emmy.getByRole('region', { name: 'Grace' }).getByText('Hand raised').waitFor();
  await grace.getByRole('button', { name: 'Lower hand' }).click();
  await emmy.getByText('Hand raised').waitFor({ state: 'detached' });
});

test('the page shows whose hall it is, and when it ends', async () => {
  const { linkFor, organisationId } = await newHall({ max_duration_seconds: 290 });
  await hall.database.query(
    "update organisations set name = 'Lyceum', colour = '#7a3cc0', logo_url = 'https://logo.example/a.svg' where id = $1",
    [organisationId],
  );
  const page = await visitors(browser).open('about:blank');
  const logo = '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="32"><rect width="64" height="32"/></svg>';
  await page.route('https://logo.example/a.svg', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: logo }),
  );
  await page.goto(await linkFor('Ada'));
  await page.getByRole('img', { name: 'Lyceum' }).waitFor();
  const join = page.getByRole('button', { name: 'Join' });
  await join.waitFor();
  expect(await page.title()).toBe('Algebra – Lyceum');
  const colour = 'getComputedStyle(document.documentElement).getPropertyValue("--accent")';
  expect(await page.evaluate(colour)).toBe('#7a3cc0');

  await join.click();
  await page.getByRole('heading', { name: 'Algebra' }).waitFor();
  await page.getByText('This hall ends in 5 minutes.').waitFor();
});

/** The same token, but its time was over long ago. */
const expired = (token: string): string => {
  const [head, payload = ''] = token.split('.');
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), nbf: 1, exp: 2 };
  const signed = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${signed}.${createHmac('sha256', inject('livekit').apiSecret).update(signed).digest('base64url')}`;
};
