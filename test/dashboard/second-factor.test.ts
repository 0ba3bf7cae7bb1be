import { expect } from 'vitest';
import { browser, guarded, newMember, password, test } from './fixtures.ts';
import { oneTimeCode } from './one-time-code.ts';

test('is asked for after the password, and only then is anybody signed in', async ({ hall, organisation }) => {
  const { email, uri, browser: before } = await guarded(hall, organisation.id);
  expect((await before.get('/session')).body.person.second_factor).toBe(true);
  const page = browser(hall);
  expect((await page.post('/sign-in', { email, password })).body).toEqual({ second_factor_required: true });
  expect((await page.get('/session')).status).toBe(401);
  expect((await page.post('/sign-in/second-factor', { code: oneTimeCode(uri, -20) })).body.code).toBe('code_wrong');
  expect((await page.get('/session')).status).toBe(401);
  const given = await page.post('/sign-in/second-factor', { code: oneTimeCode(uri) });
  expect([given.status, given.body]).toEqual([200, { second_factor_required: false }]);
  expect((await page.get('/session')).body.person.email).toBe(email);
  expect(page.jar.names).toEqual(['hall.session_token']);
});

test('is not in force before a code was confirmed', async ({ hall, organisation }) => {
  const { email, browser: page } = await newMember(hall, organisation.id, 'viewer');
  expect((await page.post('/profile/second-factor', { password: 'wrong' })).body.code).toBe('password_wrong');
  const { uri } = (await page.post('/profile/second-factor', { password })).body;
  const wrong = await page.post('/profile/second-factor/confirm', { code: oneTimeCode(uri, 20) });
  expect(wrong.body.code).toBe('code_wrong');
  expect((await browser(hall).post('/sign-in', { email, password })).body.second_factor_required).toBe(false);
});

test('a recovery code works once, and its step of the sign-in is over', async ({ hall, organisation }) => {
  const { email, codes } = await guarded(hall, organisation.id);
  expect(codes).toHaveLength(10);
  const [code = ''] = codes;
  const first = browser(hall);
  await first.post('/sign-in', { email, password });
  const step = first.jar.header;
  expect((await first.post('/sign-in/second-factor', { recovery_code: code })).status).toBe(200);
  expect((await first.get('/session')).status).toBe(200);
  const replayed = await browser(hall).post(
    '/sign-in/second-factor',
    { recovery_code: codes[1] },
    { headers: { cookie: step } },
  );
  expect(replayed.body.code).toBe('second_step_missing');
  const second = browser(hall);
  await second.post('/sign-in', { email, password });
  expect((await second.post('/sign-in/second-factor', { recovery_code: code })).body.code).toBe('code_wrong');
});

test('new recovery codes end the earlier ones', async ({ hall, organisation }) => {
  const { email, codes, browser: own } = await guarded(hall, organisation.id);
  const renewed = await own.post('/profile/recovery-codes', { password });
  expect(renewed.body.recovery_codes).toHaveLength(10);
  const page = browser(hall);
  await page.post('/sign-in', { email, password });
  expect((await page.post('/sign-in/second-factor', { recovery_code: codes[0] })).body.code).toBe('code_wrong');
  const [code] = renewed.body.recovery_codes;
  expect((await page.post('/sign-in/second-factor', { recovery_code: code })).status).toBe(200);
});

test('of one sign-in five wrong codes are heard, then it has to begin again', async ({ hall, organisation }) => {
  const { email, uri } = await guarded(hall, organisation.id);
  const page = browser(hall);
  await page.post('/sign-in', { email, password });
  for (let time = 1; time <= 5; time += 1)
    expect((await page.post('/sign-in/second-factor', { code: oneTimeCode(uri, 20) })).body.code).toBe('code_wrong');
  expect((await page.post('/sign-in/second-factor', { code: oneTimeCode(uri) })).body.code).toBe('second_step_missing');
});

test('cannot be replaced while it is in force, and is removed with the password alone', async ({
  hall,
  organisation,
}) => {
  const { email, browser: own } = await guarded(hall, organisation.id);
  expect((await own.post('/profile/second-factor', { password })).body.code).toBe('second_factor_on');
  expect((await own.post('/profile/second-factor/remove', { password: 'wrong' })).body.code).toBe('password_wrong');
  expect((await own.post('/profile/second-factor/remove', { password })).status).toBe(204);
  expect((await browser(hall).post('/sign-in', { email, password })).body.second_factor_required).toBe(false);
  expect((await own.get('/session')).status).toBe(200);
});

test('its secret and the recovery codes are not readable in the database', async ({ hall, organisation }) => {
  const { id, uri, codes } = await guarded(hall, organisation.id);
  const [row] = await hall.database.query<{ text: string }>(
    'select t::text as text from two_factors t where person_id = $1',
    [id],
  );
  expect(row?.text).not.toContain(new URL(uri).searchParams.get('secret'));
  expect(row?.text).not.toContain(codes[0]);
});
