import { existsSync } from 'node:fs';
import { expect, onTestFinished } from 'vitest';
import { newMember } from '../dashboard/fixtures.ts';
import { eventually } from '../setup/eventually.ts';
import { startS3 } from '../setup/s3.ts';
import { craftFilm, craftRecording } from './crafted-recordings.ts';
import { test } from './fixtures.ts';
import { memberAt, patience } from './people.ts';

test('a recording appears by itself, plays, is downloaded and deleted with its object', { timeout: 120_000 }, async ({
  hall,
  browser,
  organisation,
}) => {
  const s3 = await startS3();
  onTestFinished(s3.stop);
  const admin = await newMember(hall, organisation.id, 'admin');
  await admin.browser.inside(organisation.id).post('/organisation/storage', s3.access);
  const { id: hallId } = (await organisation.client.post('/v1/halls', { name: 'Algebra' })).body;
  const page = await memberAt(hall, browser, organisation.id, { role: 'developer', path: '/recordings' });
  await page.getByRole('heading', { name: 'No recordings yet' }).waitFor();

  const { objectKey } = await craftFilm(hall, organisation.id, hallId, s3);
  const uploading = await craftRecording(hall, organisation.id, hallId, { status: 'uploading', seconds: 65 });
  // The event of this change is what brings the page up to date.
  await hall.database.query("update recordings set status = 'failed', failure = 'The disk was full.' where id = $1", [
    uploading,
  ]);
  const table = page.getByRole('table', { name: 'Recordings' });
  await table.getByRole('row', { name: /Algebra.*Failed.*The disk was full/ }).waitFor();
  const row = table.getByRole('row', { name: /Algebra.*Ready.*12 s/ });
  await row.getByRole('button', { name: 'Play' }).click();
  await page.locator('video').waitFor();
  const standsAt = async (second: number) =>
    eventually(async () => {
      const [state, seeking, time] = (await page.evaluate(
        "(() => { const v = document.querySelector('video'); return [v.readyState, Number(v.seeking), v.currentTime]; })()",
      )) as number[];
      expect([seeking, time]).toEqual([0, second]);
      expect(state).toBeGreaterThanOrEqual(2);
    }, patience);
  await standsAt(0);
  await page.evaluate("document.querySelector('video').currentTime = 9");
  await standsAt(9);
  expect(
    await page.evaluate(
      "[Math.round(document.querySelector('video').duration), document.querySelector('video').videoWidth]",
    ),
  ).toEqual([12, 640]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.mp4$/);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

  expect(existsSync(s3.fileOf(objectKey))).toBe(true);
  await row.getByRole('button', { name: 'More about this recording' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByText('The object in your bucket is deleted too').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete recording' }).click();
  await row.waitFor({ state: 'detached' });
  expect(existsSync(s3.fileOf(objectKey))).toBe(false);
});

test('recordings are found by state, and older ones page by page', async ({ hall, browser, organisation }) => {
  const { id: hallId } = (await organisation.client.post('/v1/halls', { name: 'Algebra' })).body;
  const { id: otherId } = (await organisation.client.post('/v1/halls', { name: 'Geometry' })).body;
  await craftRecording(hall, organisation.id, otherId, { status: 'failed', failure: 'Nobody was there.' });
  for (let made = 0; made < 20; made += 1)
    await craftRecording(hall, organisation.id, hallId, { status: 'completed', seconds: made });
  const page = await memberAt(hall, browser, organisation.id, { role: 'viewer', path: '/recordings' });
  const rows = page.getByRole('table', { name: 'Recordings' }).getByRole('row');
  await rows.filter({ hasText: '19 s' }).waitFor();
  expect(await rows.count()).toBe(21);
  await page.getByRole('button', { name: 'Show older' }).click();
  await rows.filter({ hasText: 'Geometry' }).waitFor();
  await page.getByLabel('State').selectOption('failed');
  await rows.filter({ hasText: 'Algebra' }).first().waitFor({ state: 'detached' });
  await rows.filter({ hasText: 'Geometry' }).waitFor();
  expect(await rows.count()).toBe(2);
  await page.getByLabel('Of one hall, by its id').fill(hallId);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'No recording matches' }).waitFor();
});

test('an open hall is recorded by hand from its page, and the recording is stopped', async ({
  hall,
  browser,
  organisation,
}) => {
  const admin = await newMember(hall, organisation.id, 'admin');
  const page = await memberAt(hall, browser, organisation.id, { role: 'developer' });
  const { id } = (await organisation.client.post('/v1/halls', { name: 'Algebra' })).body;
  await page.goto(`${hall.url}/dashboard/halls/${id}`);
  await page.getByRole('button', { name: 'Record now' }).click();
  await page.getByRole('alert').getByText('Recording requires storage').waitFor();
  await admin.browser.inside(organisation.id).post('/organisation/storage', {
    ...{ endpoint: 'http://127.0.0.1:1', region: 'auto', bucket: 'films', access_key_id: 'a', secret_access_key: 'b' },
  });
  await hall.database.query(
    "insert into recorders (id, host, capacity, busy, is_able) values ('recorder_a', 'a', 1, 0, true) on conflict do nothing",
  );
  onTestFinished(async () => void (await hall.database.query('delete from recorders')));
  await page.getByRole('button', { name: 'Record now' }).click();
  const row = page.getByRole('row', { name: /Starting.*Waits for a recorder/ });
  await row.waitFor();
  expect(await page.getByRole('button', { name: 'Record now' }).count()).toBe(0);
  await row.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('row', { name: /Failed.*No recorder was free/ }).waitFor();
});
