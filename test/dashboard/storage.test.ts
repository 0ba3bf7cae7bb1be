import { expect, onTestFinished } from 'vitest';
import { openHall } from '../api/fixtures.ts';
import type { TestHall } from '../setup/hall.ts';
import { type S3Server, s3OfFile } from '../setup/s3.ts';
import { test as base, newMember } from './fixtures.ts';

const test = base.extend<{ $file: { s3: S3Server } }>({
  s3: [s3OfFile, { scope: 'file' }],
});

const path = '/organisation/storage';

const adminOf = async (hall: TestHall, organisationId: string) =>
  (await newMember(hall, organisationId, 'admin')).browser.inside(organisationId);

test('is set, shown without the secret, tested, and removed; the audit log tells of it without the secret', async ({
  hall,
  organisation,
  s3,
}) => {
  const own = await adminOf(hall, organisation.id);
  for (const answer of [await own.get(path), await own.post(`${path}/test`), await own.delete(path)])
    expect([answer.status, answer.body.code]).toEqual([404, 'storage_not_found']);

  const { secret_access_key: secret, ...shown } = s3.access;
  const set = await own.post(path, { ...s3.access, prefix: '/school/' });
  expect(set.body).toEqual({ ...shown, prefix: 'school', updated_at: expect.any(String) });
  const read = await own.get(path);
  expect(read.body).toEqual(set.body);
  expect((await own.get('/organisation')).body.storage_configured).toBe(true);
  expect((await own.post(`${path}/test`)).body).toEqual({ ok: true });

  await own.post(path, { ...s3.access, secret_access_key: 'another-secret' });
  const failed = await own.post(`${path}/test`);
  expect(failed.body).toEqual({ ok: false, step: 'write', fault: 'wrong_secret', detail: expect.any(String) });

  expect((await own.delete(path)).status).toBe(204);
  expect((await own.get('/organisation')).body.storage_configured).toBe(false);
  const log = await own.get('/audit-log');
  expect(log.body.data.map(({ action }: { action: string }) => action)).toEqual([
    'removeStorage',
    'setStorage',
    'setStorage',
    'acceptInvitation',
  ]);
  expect(log.body.data[2]).toMatchObject({
    target: organisation.id,
    details: { endpoint: shown.endpoint, bucket: shown.bucket, prefix: 'school' },
  });
  for (const { text } of [set, read, failed, log])
    for (const hidden of [secret, 'another-secret']) expect(text).not.toContain(hidden);
});

test('is not removed while open halls are to be recorded, but by force', async ({ hall, organisation, s3 }) => {
  const own = await adminOf(hall, organisation.id);
  await own.post(path, s3.access);
  const { id } = await openHall(organisation.client);
  await hall.database.query('update halls set record = true where id = $1', [id]);
  const refused = await own.delete(path);
  expect([refused.status, refused.body.code]).toEqual([403, 'storage_in_use']);
  expect((await own.delete(`${path}?force=false`)).status).toBe(403);
  expect((await own.delete(`${path}?force=true`)).status).toBe(204);
  const [entry] = (await own.get('/audit-log?action=removeStorage')).body.data;
  expect(entry.details).toEqual({ forced: true });
});

test('another organisation sees and changes nothing of it', async ({ hall, organisation, s3 }) => {
  await (await adminOf(hall, organisation.id)).post(path, s3.access);
  const stranger = await hall.organisation();
  const theirs = await adminOf(hall, stranger.id);
  expect((await theirs.get(path)).status).toBe(404);
  expect((await theirs.delete(path)).status).toBe(404);
  expect(
    (await (await newMember(hall, stranger.id, 'owner')).browser.inside(organisation.id).get(path)).body.code,
  ).toBe('organisation_not_found');
});

test('what cannot be is refused by field', async ({ hall, organisation, s3 }) => {
  const own = await adminOf(hall, organisation.id);
  onTestFinished(async () => expect((await own.get(path)).status).toBe(404));
  const { status, body } = await own.post(path, { ...s3.access, endpoint: 'file:///etc/passwd', bucket: '../x' });
  expect([status, body.errors.map((fault: { path: string }) => fault.path)]).toEqual([422, ['/endpoint', '/bucket']]);
});
