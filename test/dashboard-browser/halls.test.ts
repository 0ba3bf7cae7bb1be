import { expect } from 'vitest';
import { ending, visitors } from '../browser/visitors.ts';
import { eventually } from '../setup/eventually.ts';
import { test } from './fixtures.ts';
import { memberAt, patience } from './people.ts';

test('a hall that an API key opens appears by itself, and goes when it is closed', async ({
  hall,
  browser,
  organisation,
}) => {
  const page = await memberAt(hall, browser, organisation.id, { path: '/halls?status=open' });
  await page.getByRole('heading', { name: 'No hall matches' }).waitFor();
  const { body } = await organisation.client.post('/v1/halls', { name: 'Algebra', external_id: 'lesson-1' });
  await page.getByRole('link', { name: 'Algebra' }).waitFor();
  await organisation.client.post(`/v1/halls/${body.id}/close`);
  await page.getByRole('link', { name: 'Algebra' }).waitFor({ state: 'detached' });
});

test('halls are found by reference and by id, and older ones page by page', async ({ hall, browser, organisation }) => {
  for (let made = 0; made < 21; made += 1) {
    await organisation.client.post('/v1/halls', { name: `Lesson ${made}`, external_id: `ref-${made}` });
  }
  const page = await memberAt(hall, browser, organisation.id, { path: '/halls' });
  await page.getByRole('link', { name: 'Lesson 20' }).waitFor();
  expect(await page.getByRole('link', { name: 'Lesson 0', exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'Show older' }).click();
  await page.getByRole('link', { name: 'Lesson 0', exact: true }).waitFor();

  await page.getByRole('searchbox').fill('ref-7');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Lesson 20' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Lesson 7' }).waitFor();
  expect(await page.getByRole('row').count()).toBe(2);
  const { data } = (await organisation.client.get('/v1/halls?external_id=ref-3')).body;
  await page.getByRole('searchbox').fill(data[0].id);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Lesson 3', exact: true }).waitFor();
});

test('somebody starts a hall, enters it, and manages who is inside', { timeout: 180_000 }, async ({
  hall,
  browser,
  organisation,
}) => {
  const page = await memberAt(hall, browser, organisation.id, { role: 'developer', path: '/halls' });
  await page.getByRole('button', { name: 'Start a hall' }).first().click();
  await page.getByLabel('Name').fill('Geometry');
  await page.getByRole('button', { name: 'More settings' }).click();
  await page.getByLabel('Most people at once').fill('7');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('heading', { name: 'Geometry' }).waitFor();
  const id = new URL(page.url()).pathname.split('/').at(-1);
  expect((await organisation.client.get(`/v1/halls/${id}`)).body).toMatchObject({
    max_participants: 7,
    status: 'open',
  });

  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Enter' }).click(),
  ]);
  await tab.getByRole('button', { name: 'Join' }).click();
  await tab.getByRole('button', { name: 'Leave' }).waitFor();
  const inside = page.getByRole('table', { name: 'People inside' });
  await inside.getByText('Ada').waitFor();

  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByLabel('Name').fill('Grace');
  await page.getByRole('button', { name: 'Make the link' }).click();
  const link = await page.getByRole('figure', { name: 'Link into the hall' }).locator('pre').textContent();
  await page.getByRole('button', { name: 'Done' }).click();
  const grace = await visitors(browser).enter(link ?? '');
  await inside.getByText('Grace').waitFor();

  const manage = async (act: string) => {
    await inside.getByRole('button', { name: 'Manage Grace' }).click();
    await page.getByRole('menuitem', { name: act }).click();
  };
  await manage('Mute');
  await grace.getByRole('button', { name: 'Unmute microphone' }).waitFor();
  await manage('Make viewer');
  await grace.getByText('You are a viewer now').waitFor();
  await manage('Remove from the hall');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await ending(grace, /removed/i);
  await inside.getByRole('row', { name: 'Grace' }).waitFor({ state: 'detached' });
  await grace.context().close();

  await page.getByRole('button', { name: 'Close hall' }).click();
  await page.getByRole('dialog').getByText('The one person inside is disconnected at once.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close hall' }).click();
  await ending(tab, /ended/i);
  await page.getByText('Closed on request').waitFor();

  await page.getByRole('button', { name: 'More about this hall' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete hall' }).click();
  await page.getByRole('heading', { name: 'Halls', exact: true }).waitFor();
  await eventually(async () => {
    expect((await organisation.client.get(`/v1/halls/${id}`)).status).toBe(404);
  }, patience);
});

test('what Hall refuses is said in the dialog, and nothing is lost', async ({ hall, browser }) => {
  const small = await hall.organisation({ max_concurrent_halls: 1 });
  await small.client.post('/v1/halls', { name: 'The only one' });
  const page = await memberAt(hall, browser, small.id, { path: '/halls' });
  await page.getByRole('button', { name: 'Start a hall' }).click();
  await page.getByLabel('Name').fill('One more');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('alert').getByText('Plan limit reached: 1 concurrent halls').waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('One more');
});
