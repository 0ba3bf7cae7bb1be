import { expect } from 'vitest';
import { newMember, test } from './fixtures.ts';

test('members are listed with their roles, in pages', async ({ hall, organisation }) => {
  const owner = await newMember(hall, organisation.id, 'owner');
  const viewer = await newMember(hall, organisation.id, 'viewer');
  const own = owner.browser.inside(organisation.id);
  const first = (await own.get('/members?limit=1')).body;
  const second = (await own.get(`/members?limit=1&cursor=${first.next_cursor}`)).body;
  expect([first.data[0], second.data[0]]).toMatchObject([
    { id: viewer.id, email: viewer.email, role: 'viewer', second_factor: false },
    { id: owner.id, role: 'owner', last_sign_in_at: expect.any(String) },
  ]);
  expect(second.next_cursor).toBeNull();
});

test('an admin changes roles below owner, an owner all, and a role is in force at the next request', async ({
  hall,
  organisation,
}) => {
  const owner = await newMember(hall, organisation.id, 'owner');
  const admin = await newMember(hall, organisation.id, 'admin');
  const viewer = await newMember(hall, organisation.id, 'viewer');
  const asAdmin = admin.browser.inside(organisation.id);
  const asOwner = owner.browser.inside(organisation.id);
  const asViewer = viewer.browser.inside(organisation.id);
  expect((await asViewer.post('/keys', { name: 'x' })).body.code).toBe('not_allowed');
  expect((await asAdmin.patch(`/members/${viewer.id}`, { role: 'developer' })).body.role).toBe('developer');
  expect((await asViewer.post('/keys', { name: 'x' })).status).toBe(201);
  expect((await asAdmin.patch(`/members/${viewer.id}`, { role: 'owner' })).body.code).toBe('owner_only');
  expect((await asAdmin.patch(`/members/${owner.id}`, { role: 'viewer' })).body.code).toBe('owner_only');
  expect((await asAdmin.patch(`/members/${admin.id}`, { role: 'owner' })).body.code).toBe('owner_only');
  expect((await asOwner.patch(`/members/${admin.id}`, { role: 'owner' })).status).toBe(200);
});

test('one owner always stays, of two who go at once too', async ({ hall, organisation }) => {
  const one = await newMember(hall, organisation.id, 'owner');
  const two = await newMember(hall, organisation.id, 'owner');
  const leave = ({ browser, id }: typeof one) => browser.inside(organisation.id).delete(`/members/${id}`);
  const answers = await Promise.all([leave(one), leave(two)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 403]);
  expect(answers.find(({ status }) => status === 403)?.body.code).toBe('last_owner');
  const stayed = answers[0]?.status === 403 ? one : two;
  const demoted = await stayed.browser.inside(organisation.id).patch(`/members/${stayed.id}`, { role: 'admin' });
  expect(demoted.body.code).toBe('last_owner');
});

test('a removed member is out at once; nobody removes who is of another organisation', async ({
  hall,
  organisation,
}) => {
  const owner = await newMember(hall, organisation.id, 'owner');
  const member = await newMember(hall, organisation.id, 'developer');
  const stranger = await newMember(hall, (await hall.organisation()).id, 'viewer');
  const own = owner.browser.inside(organisation.id);
  expect((await own.delete(`/members/${stranger.id}`)).body.code).toBe('member_not_found');
  expect((await own.patch(`/members/${stranger.id}`, { role: 'viewer' })).body.code).toBe('member_not_found');
  expect((await own.delete(`/members/${member.id}`)).status).toBe(204);
  expect((await member.browser.inside(organisation.id).get('/halls')).body.code).toBe('organisation_not_found');
  expect((await member.browser.get('/session')).body.organisations).toEqual([]);
});

test('a key made here opens the API at once, is listed with who made it, and is refused within a second of being revoked', async ({
  hall,
  organisation,
}) => {
  const { browser: page, email } = await newMember(hall, organisation.id, 'developer');
  const own = page.inside(organisation.id);
  const made = await own.post('/keys', { name: 'production' });
  expect([made.status, made.headers.get('location')]).toEqual([201, `/dashboard/v1/keys/${made.body.id}`]);
  const client = hall.client(`Bearer ${made.body.key}`);
  expect((await client.get('/v1/organisation')).body.id).toBe(organisation.id);
  const [listed] = (await own.get('/keys')).body.data;
  const { key, ...shown } = made.body;
  expect(listed).toEqual(shown);
  expect(listed).toMatchObject({ name: 'production', created_by: email, ends_with: key.slice(-4), revoked_at: null });
  expect((await own.delete(`/keys/${made.body.id}`)).status).toBe(204);
  const revokedAt = performance.now();
  let lastAdmitted = revokedAt;
  for (let admitted = true; admitted; ) {
    const sentAt = performance.now();
    admitted = (await client.get('/v1/organisation')).status === 200;
    if (admitted) lastAdmitted = sentAt;
  }
  expect(lastAdmitted - revokedAt).toBeLessThan(1_000);
  expect((await own.delete(`/keys/${made.body.id}`)).status).toBe(204);
});

test('a key of another organisation is not found', async ({ hall, organisation }) => {
  const { browser: page } = await newMember(hall, organisation.id, 'owner');
  const other = await hall.organisation();
  expect((await page.inside(organisation.id).delete(`/keys/${other.keyId}`)).body.code).toBe('key_not_found');
  expect((await other.client.get('/v1/organisation')).status).toBe(200);
});

test('an admin changes the organisation’s name and looks', async ({ hall, organisation }) => {
  const { browser: page } = await newMember(hall, organisation.id, 'admin');
  const own = page.inside(organisation.id);
  const change = { name: 'School', colour: '#336699', logo_url: 'https://example.org/logo.svg' };
  expect((await own.patch('/organisation', change)).body.name).toBe('School');
  for (const wrong of [
    { colour: 'red' },
    { logo_url: 'http://example.org/x' },
    { logo_url: 'javascript:alert(1)' },
    { plan: 'pro' },
  ])
    expect((await own.patch('/organisation', wrong)).status).toBe(422);
});
