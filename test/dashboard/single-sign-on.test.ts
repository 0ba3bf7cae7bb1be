import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHall, type TestHall } from '../setup/hall.ts';
import { browser, newEmail, newMember } from './fixtures.ts';
import { type Claims, type Issuer, startIssuer } from './issuer.ts';

let issuer: Issuer;
let hall: TestHall;
beforeAll(async () => {
  const client = { id: 'hall', secret: 'a client secret' };
  issuer = await startIssuer(client);
  hall = await startHall({
    environment: {
      TRUST_PROXY: 'true',
      OIDC_ISSUER: issuer.url,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
    },
  });
});
afterAll(async () => {
  await hall?.stop();
  await issuer?.close();
});

const claimsOf = (email: string, more: Partial<Claims> = {}): Claims => ({
  sub: `sub-${email}`,
  email,
  name: 'Ada at the issuer',
  email_verified: true,
  ...more,
});

const member = async () => newMember(hall, (await hall.organisation()).id, 'viewer');

test('signs in whom the issuer vouches for, and keeps none of its tokens', async () => {
  const { id, email } = await member();
  const page = browser(hall);
  expect((await page.get('/sign-in')).body.single_sign_on).toBe(true);
  const { url } = (await page.post('/sign-in/single-sign-on')).body;
  expect(new URL(url).searchParams.get('redirect_uri')).toBe('http://hall.test/dashboard/single-sign-on');
  const back = issuer.signIn(url, claimsOf(email));
  expect((await page.post('/sign-in/single-sign-on/end', back)).body).toEqual({ second_factor_required: false });
  expect((await page.get('/session')).body.person).toMatchObject({ id, email, name: 'Ada' });
  const [row] = await hall.database.query<{ text: string }>(
    "select c::text as text from credentials c where person_id = $1 and provider_id = 'oidc'",
    [id],
  );
  expect(row?.text).toContain(`sub-${email}`);
  expect(row?.text).not.toMatch(/an access token|eyJ/);
});

test('gives nobody an account, and believes no address that the issuer has not checked', async () => {
  const { email } = await member();
  for (const claims of [claimsOf(newEmail()), claimsOf(email, { email_verified: false })]) {
    const page = browser(hall);
    const { url } = (await page.post('/sign-in/single-sign-on')).body;
    const ended = await page.post('/sign-in/single-sign-on/end', issuer.signIn(url, claims));
    expect([ended.status, ended.body.code]).toEqual([401, 'single_sign_on_refused']);
    expect((await page.get('/session')).status).toBe(401);
  }
});

test('ends in the browser that began it, once', async () => {
  const { email } = await member();
  const page = browser(hall);
  const { url } = (await page.post('/sign-in/single-sign-on')).body;
  const back = issuer.signIn(url, claimsOf(email));
  // An attacker who makes somebody's browser end the attacker's own sign-in.
  const victim = browser(hall);
  expect((await victim.post('/sign-in/single-sign-on/end', back)).body.code).toBe('single_sign_on_refused');
  await victim.post('/sign-in/single-sign-on');
  expect((await victim.post('/sign-in/single-sign-on/end', back)).body.code).toBe('single_sign_on_refused');
  expect((await page.post('/sign-in/single-sign-on/end', back)).status).toBe(200);
  expect((await page.post('/sign-in/single-sign-on/end', back)).body.code).toBe('single_sign_on_refused');
});

test('is refused where it is not configured', async () => {
  const other = await startHall({ database: hall.database, environment: { TRUST_PROXY: 'true' } });
  try {
    expect((await browser(other).post('/sign-in/single-sign-on')).body.code).toBe('single_sign_on_off');
    const ended = await browser(other).post('/sign-in/single-sign-on/end', { code: 'x', state: 'x' });
    expect(ended.body.code).toBe('single_sign_on_off');
  } finally {
    await other.stop();
  }
});
