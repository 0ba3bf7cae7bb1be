import { describe, expect } from 'vitest';
import { browser, dashboard, newMember, password, test } from './fixtures.ts';

describe('signing in', () => {
  test('gives a session that knows who one is and where one may act', async ({ hall, organisation }) => {
    const { id, email } = await newMember(hall, organisation.id, 'admin');
    const page = browser(hall);
    expect((await page.get('/session')).body.code).toBe('session_missing');
    const answer = await page.post('/sign-in', { email: email.toUpperCase(), password });
    expect([answer.status, answer.body]).toEqual([200, { second_factor_required: false }]);
    expect((await page.get('/session')).body).toEqual({
      session_id: expect.stringMatching(/^sess_/),
      person: { id, name: 'Ada', email, is_operator: false, second_factor: false },
      organisations: [{ id: organisation.id, name: 'Test', role: 'admin', suspended_reason: null }],
    });
  });

  test('sets a cookie that scripts cannot read and other sites do not send', async ({ hall, organisation }) => {
    const { email } = await newMember(hall, organisation.id, 'viewer');
    const cookies = (await browser(hall).post('/sign-in', { email, password })).headers.getSetCookie();
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatch(/^hall\.session_token=[^;]+; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Strict$/);
  });

  test.for<[what: string, wrong: (email: string) => object]>([
    ['a wrong password', (email) => ({ email, password: 'another password' })],
    ['an address that nobody has', () => ({ email: 'nobody@example.org', password })],
  ])('answers the same for %s', async ([, wrong], { hall, organisation }) => {
    const { email } = await newMember(hall, organisation.id, 'viewer');
    const answer = await browser(hall).post('/sign-in', wrong(email));
    expect([answer.status, answer.body.code]).toEqual([401, 'credentials_wrong']);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('makes a new session each time and adopts none that was planted', async ({ hall, organisation }) => {
    const victim = await newMember(hall, organisation.id, 'owner');
    const attacker = await newMember(hall, organisation.id, 'viewer');
    const page = browser(hall);
    const planted = attacker.browser.jar.header.split('=')[1] ?? '';
    page.jar.set('hall.session_token', planted);
    await page.post('/sign-in', { email: victim.email, password });
    expect(page.jar.header).not.toContain(planted);
    expect((await page.get('/session')).body.person.id).toBe(victim.id);
    expect((await attacker.browser.get('/session')).body.person.id).toBe(attacker.id);
  });

  test('is admitted ten times a minute for one account, from wherever, and 20 times from one address', async ({
    hall,
    organisation,
  }) => {
    const { email } = await newMember(hall, organisation.id, 'viewer');
    const wrong = { email, password: 'guess' };
    for (let time = 1; time < 10; time += 1) expect((await browser(hall).post('/sign-in', wrong)).status).toBe(401);
    const refused = await browser(hall).post('/sign-in', { email, password });
    expect([refused.status, refused.headers.get('x-ratelimit-limit')]).toEqual([429, '10']);
    const one = browser(hall);
    for (let time = 1; time <= 20; time += 1)
      expect((await one.post('/sign-in', { email: `n${time}@example.org`, password })).status).toBe(401);
    expect((await one.post('/sign-in', { email: 'n@example.org', password })).status).toBe(429);
  });
});

describe('a session', () => {
  test.for<[what: string, cookie: (own: string) => string]>([
    ['without a signature', (own) => own.replace(/\.[^.]*$/, '')],
    ['with another signature', (own) => own.replace(/.{6}$/, '%3D%3D')],
    ['with another token', (own) => own.replace(/=(.)/, (_, first) => `=${first === 'a' ? 'b' : 'a'}`)],
    ['of no form', () => 'hall.session_token=%E0%A4%A'],
    ['that is empty', () => 'hall.session_token='],
  ])('%s is none', async ([, cookie], { hall, organisation }) => {
    const { browser: page } = await newMember(hall, organisation.id, 'viewer');
    const answer = await page.get('/session', { headers: { cookie: cookie(page.jar.header) } });
    expect([answer.status, answer.body.code]).toEqual([401, 'session_missing']);
  });

  test('that has expired is none', async ({ hall, organisation }) => {
    const { browser: page, id } = await newMember(hall, organisation.id, 'viewer');
    await hall.database.query("update sessions set expires_at = now() - interval '1 second' where person_id = $1", [
      id,
    ]);
    expect((await page.get('/session')).status).toBe(401);
  });

  test('ends at once with signing out, and the browser forgets it', async ({ hall, organisation }) => {
    const { browser: page } = await newMember(hall, organisation.id, 'viewer');
    const cookie = page.jar.header;
    expect((await page.delete('/session')).status).toBe(204);
    expect(page.jar.names).toEqual([]);
    expect((await page.get('/session', { headers: { cookie } })).status).toBe(401);
  });
});

describe('a request that another site’s page sent is refused', () => {
  test.for<[what: string, headers: Record<string, string>]>([
    ['with another origin', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['with another origin and a browser that says no more', { 'sec-fetch-site': '', origin: 'https://evil.example' }],
    ['with another origin that claims the site', { origin: 'https://evil.example' }],
    ['with the origin null', { origin: 'null' }],
    ['without origin, cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['of another host of the same site', { 'sec-fetch-site': 'same-site' }],
    ['of no page at all', { 'sec-fetch-site': 'none' }],
  ])('%s', async ([, headers], { hall, organisation }) => {
    const { browser: page } = await newMember(hall, organisation.id, 'owner');
    for (const [method, path] of [
      ['DELETE', '/session'],
      ['POST', '/sign-in'],
      ['POST', '/halls'],
    ] as const) {
      const answer = await page.inside(organisation.id).send(method, path, {}, { headers });
      expect([answer.status, answer.body.code]).toEqual([403, 'cross_site']);
    }
    expect((await page.get('/session')).status).toBe(200);
  });

  test('without either header, as no browser does', async ({ hall, organisation }) => {
    const { browser: page } = await newMember(hall, organisation.id, 'owner');
    const answer = await fetch(`${hall.url}${dashboard}/session`, {
      method: 'DELETE',
      headers: { cookie: page.jar.header },
    });
    expect(answer.status).toBe(403);
  });

  test('as a form', async ({ hall, organisation }) => {
    const { browser: page } = await newMember(hall, organisation.id, 'owner');
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']) {
      const answer = await page.inside(organisation.id).post('/halls', 'name=x', { headers: { 'content-type': type } });
      expect([answer.status, answer.body.code]).toEqual([400, 'unsupported_content_type']);
    }
  });
});
