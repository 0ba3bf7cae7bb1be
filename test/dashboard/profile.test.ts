import { expect } from 'vitest';
import { browser, newMember, password, test } from './fixtures.ts';

test('sessions are listed; one is ended, then all, in force at once', async ({ hall, organisation }) => {
  const { email, browser: first } = await newMember(hall, organisation.id, 'viewer');
  const second = browser(hall);
  const third = browser(hall);
  for (const page of [second, third]) await page.post('/sign-in', { email, password });
  const { data } = (await second.get('/profile/sessions')).body;
  expect(data.map((one: { current: boolean }) => one.current)).toEqual([false, true, false]);
  expect(data[1]).toMatchObject({ address: second.address, user_agent: 'node' });
  expect((await second.delete(`/profile/sessions/${data[0].id}`)).status).toBe(204);
  expect((await third.get('/session')).status).toBe(401);
  expect((await first.get('/session')).status).toBe(200);
  expect((await second.delete('/profile/sessions')).status).toBe(204);
  for (const page of [first, second, third]) expect((await page.get('/session')).status).toBe(401);
});

test('nobody ends another’s session', async ({ hall, organisation }) => {
  const mine = await newMember(hall, organisation.id, 'owner');
  const other = await newMember(hall, organisation.id, 'viewer');
  const { session_id: theirs } = (await other.browser.get('/session')).body;
  expect((await mine.browser.delete(`/profile/sessions/${theirs}`)).body.code).toBe('session_not_found');
  expect((await other.browser.get('/session')).status).toBe(200);
});

test('a password is changed by who knows it; other sessions end', async ({ hall, organisation }) => {
  const { email, browser: page } = await newMember(hall, organisation.id, 'viewer');
  const other = browser(hall);
  await other.post('/sign-in', { email, password });
  const wrong = await page.post('/profile/password', {
    current_password: 'wrong',
    new_password: 'a password of today',
  });
  expect([wrong.status, wrong.body.code]).toEqual([403, 'password_wrong']);
  const before = page.jar.header;
  const done = await page.post('/profile/password', {
    current_password: password,
    new_password: 'a password of today',
  });
  expect(done.status).toBe(204);
  expect(page.jar.header).not.toBe(before);
  expect((await page.get('/session')).status).toBe(200);
  expect((await other.get('/session')).status).toBe(401);
  expect((await browser(hall).post('/sign-in', { email, password: 'a password of today' })).status).toBe(200);
});

test('a password is kept as argon2id', async ({ hall, organisation }) => {
  const { id } = await newMember(hall, organisation.id, 'viewer');
  const [row] = await hall.database.query<{ password: string }>(
    'select password from credentials where person_id = $1',
    [id],
  );
  expect(row?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
});

test('a name is changed', async ({ hall, organisation }) => {
  const { browser: page } = await newMember(hall, organisation.id, 'viewer');
  expect((await page.patch('/profile', { name: 'Countess' })).body.person.name).toBe('Countess');
});

test('passkeys: options are given, and what is no answer to them is refused', async ({ hall, organisation }) => {
  const { browser: page } = await newMember(hall, organisation.id, 'viewer');
  const options = await page.post('/profile/passkeys/options');
  expect(options.body).toMatchObject({
    rp: { id: 'hall.test', name: 'Hall' },
    authenticatorSelection: { userVerification: 'required', residentKey: 'required' },
  });
  const response = { id: 'x', rawId: 'x', type: 'public-key', response: {}, clientExtensionResults: {} };
  expect((await page.post('/profile/passkeys', { name: 'Key', response })).body.code).toBe('passkey_refused');
  expect((await page.get('/profile/passkeys')).body).toEqual({ data: [] });
  expect((await page.delete('/profile/passkeys/pass_x')).body.code).toBe('passkey_not_found');
  const nobody = browser(hall);
  expect((await nobody.post('/sign-in/passkey/options')).body).toMatchObject({ rpId: 'hall.test' });
  expect((await nobody.post('/sign-in/passkey', { response })).body.code).toBe('passkey_refused');
});
