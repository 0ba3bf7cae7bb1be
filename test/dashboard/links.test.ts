import { describe, expect } from 'vitest';
import { makeLink } from '../../server/people/make-link.ts';
import { firstSetUpLink } from '../../server/people/set-up-link.ts';
import { startHall, type TestHall } from '../setup/hall.ts';
import { browser, newEmail, newMember, newOperator, onDatabase, password, secretOf, test } from './fixtures.ts';

const invited = async (hall: TestHall, organisationId: string, email: string): Promise<string> => {
  const { browser: page } = await newMember(hall, organisationId, 'admin');
  const made = await page.inside(organisationId).post('/invitations', { email, role: 'developer' });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ mailed: false, url: expect.stringContaining('/dashboard/link#') });
  return secretOf(made.body.url);
};

const expired = (hall: TestHall, email: string) =>
  hall.database.query("update links set expires_at = now() - interval '1 second' where email = $1", [email]);

describe('an invitation', () => {
  test('makes an account and a member, once', async ({ hall, organisation }) => {
    const email = newEmail();
    const secret = await invited(hall, organisation.id, email);
    const page = browser(hall);
    expect((await page.post('/links/open', { secret })).body).toEqual({
      kind: 'invitation',
      email,
      organisation_name: 'Test',
      role: 'developer',
      has_account: false,
      expires_at: expect.any(String),
    });
    const used = await page.post('/links/redeem', { secret, password, name: 'Grace' });
    expect(used.status).toBe(200);
    expect((await page.get('/session')).body).toMatchObject({
      person: { name: 'Grace', email, is_operator: false },
      organisations: [{ id: organisation.id, role: 'developer' }],
    });
    for (const path of ['/links/open', '/links/redeem', '/links/accept'] as const) {
      const body = path === '/links/redeem' ? { secret, password, name: 'Eve' } : { secret };
      expect((await page.post(path, body)).body.code).toBe('link_not_found');
    }
  });

  test('is used by one of many who come at once', async ({ hall, organisation }) => {
    const secret = await invited(hall, organisation.id, newEmail());
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => browser(hall).post('/links/redeem', { secret, password, name: 'Eve' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(4);
  });

  test('that has expired, was taken back, or was followed by another is none', async ({ hall, organisation }) => {
    const [old, withdrawn, earlier] = [newEmail(), newEmail(), newEmail()];
    const secrets = [await invited(hall, organisation.id, old)];
    await expired(hall, old);
    const { browser: page } = await newMember(hall, organisation.id, 'admin');
    const own = page.inside(organisation.id);
    const made = await own.post('/invitations', { email: withdrawn, role: 'viewer' });
    secrets.push(secretOf(made.body.url), await invited(hall, organisation.id, earlier));
    expect((await own.delete(`/invitations/${made.body.id}`)).status).toBe(204);
    expect((await own.delete(`/invitations/${made.body.id}`)).body.code).toBe('invitation_not_found');
    await own.post('/invitations', { email: earlier, role: 'viewer' });
    for (const secret of secrets)
      expect((await browser(hall).post('/links/redeem', { secret, password, name: 'Eve' })).status).toBe(404);
    const open = (await own.get('/invitations')).body.data.map((one: { email: string }) => one.email);
    expect(open).toContain(earlier);
    expect(open).not.toContain(withdrawn);
    expect(open).not.toContain(old);
  });

  test('is for its address alone: who is somebody else is refused, and it stays', async ({ hall, organisation }) => {
    const other = await hall.organisation();
    const known = await newMember(hall, other.id, 'owner');
    const stranger = await newMember(hall, other.id, 'viewer');
    const secret = await invited(hall, organisation.id, known.email);
    expect((await stranger.browser.post('/links/accept', { secret })).body.code).toBe('link_for_another');
    // Somebody with the link and without the password cannot take the account over.
    const taken = await browser(hall).post('/links/redeem', { secret, password: 'another password', name: 'Eve' });
    expect(taken.body.code).toBe('sign_in_first');
    expect((await browser(hall).post('/links/open', { secret })).body.has_account).toBe(true);
    const accepted = await known.browser.post('/links/accept', { secret });
    expect(accepted.body.organisations).toHaveLength(2);
    expect((await known.browser.inside(organisation.id).get('/halls')).status).toBe(200);
  });

  test('is kept as a hash', async ({ hall, organisation }) => {
    const email = newEmail();
    const secret = await invited(hall, organisation.id, email);
    const [row] = await hall.database.query<{ text: string }>('select l::text as text from links l where email = $1', [
      email,
    ]);
    expect(row?.text).not.toContain(secret.slice(0, 12));
  });

  test('for an owner is made by owners; a member is not invited again', async ({ hall, organisation }) => {
    const { browser: page, email } = await newMember(hall, organisation.id, 'admin');
    const own = page.inside(organisation.id);
    expect((await own.post('/invitations', { email: newEmail(), role: 'owner' })).body.code).toBe('owner_only');
    expect((await own.post('/invitations', { email, role: 'viewer' })).body.code).toBe('member_already');
    for (const wrong of ['x', 'a@b', 'a b@example.org', '"x"@example.org', `${'x'.repeat(250)}@example.org`])
      expect((await own.post('/invitations', { email: wrong, role: 'viewer' })).status, wrong).toBe(422);
  });
});

describe('the set-up link', () => {
  test('makes an operator, who owns the first organisation, once; then none is printed', async ({
    hall,
    organisation,
  }) => {
    const operator = await newOperator(hall, organisation.id);
    expect((await operator.browser.get('/session')).body).toMatchObject({
      person: { is_operator: true },
      organisations: [{ id: organisation.id, role: 'owner' }],
    });
    expect(await onDatabase(hall, (database) => firstSetUpLink(database, hall.url))).toBeUndefined();
  });

  test('of the first start is for the oldest organisation that has nobody', async () => {
    const fresh = await startHall();
    try {
      const { id } = await fresh.organisation();
      await fresh.organisation();
      const first = await onDatabase(fresh, (database) => firstSetUpLink(database, fresh.url));
      const page = browser(fresh);
      const secret = secretOf(first?.url ?? '');
      await page.post('/links/redeem', { secret, password, name: 'Ada', email: newEmail() });
      expect((await page.get('/session')).body).toMatchObject({
        person: { is_operator: true },
        organisations: [{ id }],
      });
    } finally {
      await fresh.stop();
    }
  });

  test('needs an address and a name, and a new one ends the earlier', async ({ hall }) => {
    const secret = async () =>
      secretOf((await onDatabase(hall, (database) => makeLink(database, hall.url, { kind: 'set_up' }))).url);
    const first = await secret();
    const bare = await browser(hall).post('/links/redeem', { secret: first, password });
    expect([bare.status, bare.body.code]).toEqual([400, 'malformed_request']);
    expect((await browser(hall).post('/links/open', { secret: first })).status).toBe(200);
    await newOperator(hall);
    expect((await browser(hall).post('/links/open', { secret: first })).status).toBe(404);
  });
});

describe('a link for a new password', () => {
  test('sets it, ends all sessions, and works once', async ({ hall, organisation }) => {
    const owner = await newMember(hall, organisation.id, 'owner');
    const member = await newMember(hall, organisation.id, 'viewer');
    const made = await owner.browser.inside(organisation.id).post(`/members/${member.id}/reset-link`);
    expect(made.status).toBe(200);
    const secret = secretOf(made.body.url);
    const page = browser(hall);
    expect((await page.post('/links/open', { secret })).body).toMatchObject({ kind: 'reset', email: member.email });
    const short = await page.post('/links/redeem', { secret, password: 'too short' });
    expect(short.status).toBe(422);
    expect((await page.post('/links/redeem', { secret, password: 'a password of today' })).status).toBe(200);
    expect((await page.get('/session')).body.person.email).toBe(member.email);
    expect((await member.browser.get('/session')).status).toBe(401);
    expect((await browser(hall).post('/sign-in', { email: member.email, password })).status).toBe(401);
    expect((await page.post('/links/redeem', { secret, password: 'a password of today' })).status).toBe(404);
  });

  test('is not an owner’s to make for somebody who belongs elsewhere too', async ({ hall, organisation }) => {
    const owner = await newMember(hall, organisation.id, 'owner');
    const other = await hall.organisation();
    const member = await newMember(hall, other.id, 'owner');
    await hall.database.query("insert into members (organisation_id, person_id, role) values ($1, $2, 'viewer')", [
      organisation.id,
      member.id,
    ]);
    const own = owner.browser.inside(organisation.id);
    expect((await own.post(`/members/${member.id}/reset-link`)).body.code).toBe('belongs_elsewhere');
    const operator = await newOperator(hall);
    expect((await own.post(`/members/${operator.id}/reset-link`)).body.code).toBe('member_not_found');
  });

  test('cannot be asked for where no mail is sent', async ({ hall }) => {
    const answer = await browser(hall).post('/password-reset', { email: newEmail() });
    expect([answer.status, answer.body.code]).toEqual([400, 'mail_not_configured']);
  });
});
