import { describe, expect } from 'vitest';
import { openHall } from '../api/fixtures.ts';
import { startHall, type TestHall } from '../setup/hall.ts';
import { browser, newEmail, newMember, newOperator, password, secretOf, test } from './fixtures.ts';

/** Milliseconds until a request is answered with this status; the request before it was the last with another. */
const timeUntil = async (status: number, ask: () => Promise<{ status: number }>): Promise<number> => {
  const begun = performance.now();
  for (let last = 0; ; ) {
    const sentAt = performance.now();
    if ((await ask()).status === status) return last;
    last = sentAt - begun;
    if (last > 5_000) expect.fail(`still not ${status} after 5 s`);
  }
};

const unknownOrganisation = 'org_01k9zq3v5c8r2m7d4t6w0x1y2z';

test('organisations are made, found, put on plans and given limits of their own', async ({ hall }) => {
  const { browser: page } = await newOperator(hall);
  const made = await page.post('/operator/organisations', { name: 'Example School', plan: 'pro' });
  expect([made.status, made.headers.get('location')]).toEqual([
    201,
    `/dashboard/v1/operator/organisations/${made.body.id}`,
  ]);
  const path = `/operator/organisations/${made.body.id}`;
  const changed = await page.patch(path, { plan: 'free', limit_create: 77 });
  expect(changed.body).toMatchObject({ plan: 'free', own_limits: { limit_create: 77, limit_join: null } });
  expect((await page.get('/operator/organisations?name=example%20s&limit=1')).body.data).toEqual([changed.body]);
  expect((await page.patch(path, { limit_create: null })).body.own_limits.limit_create).toBeNull();
  expect((await page.patch(path, { plan: 'gold' })).body.code).toBe('plan_not_found');
  expect((await page.patch(`/operator/organisations/${unknownOrganisation}`, { plan: 'pro' })).body.code).toBe(
    'organisation_not_found',
  );
  const email = newEmail();
  const invited = await page.post(`${path}/invitations`, { email, role: 'owner' });
  const owner = browser(hall);
  await owner.post('/links/redeem', { secret: secretOf(invited.body.url), password, name: 'Owner' });
  const { body } = await owner.inside(made.body.id).get('/plan');
  expect(body).toMatchObject({
    plan: { name: 'free', max_concurrent_halls: 5 },
    own_limits: { limit_create: null },
    open_halls: 0,
  });
  const log = (await owner.inside(made.body.id).get('/audit-log')).body.data;
  expect(log.map(({ action }: { action: string }) => action)).toEqual([
    'acceptInvitation',
    'createInvitation',
    'changeOrganisation',
    'changeOrganisation',
    'createOrganisation',
  ]);
});

test('plans are made and changed, in force within a second', async ({ hall }) => {
  const { browser: page } = await newOperator(hall);
  const limits = {
    max_concurrent_halls: 3,
    max_participants_per_hall: 9,
    max_duration_seconds: 600,
    limit_requests: 100,
    limit_create: 10,
    limit_join: 60,
  };
  const name = `school_${Date.now()}`;
  expect((await page.post('/operator/plans', { name, ...limits })).status).toBe(201);
  expect((await page.post('/operator/plans', { name, ...limits })).body.code).toBe('plan_exists');
  const { id, client } = await hall.organisation({ plan: name, limit_requests: null });
  const limit = async () => (await client.get('/v1/halls')).headers.get('x-ratelimit-limit');
  expect(await limit()).toBe('100');
  expect((await page.patch(`/operator/plans/${name}`, { limit_requests: 50 })).body.limit_requests).toBe(50);
  const begun = performance.now();
  while ((await limit()) !== '50') expect(performance.now() - begun).toBeLessThan(1_000);
  expect((await page.get('/operator/plans')).body.data).toContainEqual({ name, ...limits, limit_requests: 50 });
  expect((await page.patch('/operator/plans/none', { limit_join: 1 })).body.code).toBe('plan_not_found');
  expect((await page.get(`/operator/organisations/${id}/usage`)).body.data).toHaveLength(30);
});

describe('a suspended organisation', () => {
  const suspended = async (hall: TestHall, organisationId: string) => {
    const { browser: page } = await newOperator(hall);
    const path = `/operator/organisations/${organisationId}`;
    const answer = await page.post(`${path}/suspend`, { reason: 'the bill is unpaid' });
    expect(answer.body).toMatchObject({ suspended_reason: 'the bill is unpaid', suspended_at: expect.any(String) });
    return { resume: () => page.post(`${path}/resume`) };
  };

  test('has its keys refused with the reason by every instance within a second, and back as soon', async ({
    hall,
    organisation,
    client,
    stranger,
  }) => {
    const other = await startHall({ database: hall.database });
    try {
      const clients = [client, other.client(`Bearer ${organisation.key}`)];
      for (const one of clients) expect((await one.get('/v1/halls')).status).toBe(200);
      const { resume } = await suspended(hall, organisation.id);
      const times = await Promise.all(clients.map((one) => timeUntil(403, () => one.get('/v1/halls'))));
      for (const time of times) expect(time).toBeLessThan(1_000);
      const { body } = await client.post('/v1/halls', {});
      expect(body).toEqual({
        code: 'organisation_suspended',
        detail: 'The organisation is suspended: the bill is unpaid',
      });
      expect((await stranger.get('/v1/halls')).status).toBe(200);
      await resume();
      for (const one of clients) expect(await timeUntil(200, () => one.get('/v1/halls'))).toBeLessThan(1_000);
    } finally {
      await other.stop();
    }
  });

  test('lets its people look and do nothing, and tells them why', async ({ hall, organisation }) => {
    const { browser: page } = await newMember(hall, organisation.id, 'owner');
    await suspended(hall, organisation.id);
    const own = page.inside(organisation.id);
    expect((await page.get('/session')).body.organisations[0].suspended_reason).toBe('the bill is unpaid');
    expect((await own.get('/halls')).status).toBe(200);
    for (const answer of [await own.post('/halls', {}), await own.post('/keys', { name: 'x' })])
      expect([answer.status, answer.body.code]).toEqual([403, 'organisation_suspended']);
    expect((await page.patch('/profile', { name: 'Still me' })).status).toBe(200);
  });

  test('lets nobody into its open halls', async ({ hall, organisation, client }) => {
    const { id } = await openHall(client);
    const { participant_token: token } = (await client.post(`/v1/halls/${id}/join`)).body;
    const guest = hall.client(`Bearer ${token}`);
    expect((await guest.get('/room/v1/hall')).status).toBe(200);
    const { resume } = await suspended(hall, organisation.id);
    const refused = await guest.get('/room/v1/hall');
    expect([refused.status, refused.body.code]).toEqual([403, 'entry_suspended']);
    expect(refused.text).not.toContain('bill');
    await resume();
    expect((await guest.get('/room/v1/hall')).status).toBe(200);
    await timeUntil(200, () => client.get('/v1/halls'));
    expect((await client.get(`/v1/halls/${id}`)).body.status).toBe('open');
  });
});

test('people are found and helped by a link', async ({ hall, organisation }) => {
  const operator = await newOperator(hall);
  const member = await newMember(hall, organisation.id, 'owner');
  const found = (await operator.browser.get(`/operator/people?email=${member.email}`)).body.data;
  expect(found).toMatchObject([{ id: member.id, is_operator: false }]);
  const link = await operator.browser.post(`/operator/people/${member.id}/reset-link`);
  const page = browser(hall);
  const chosen = { secret: secretOf(link.body.url), password: 'a password of today' };
  expect((await page.post('/links/redeem', chosen)).status).toBe(200);
  expect((await operator.browser.post('/operator/people/person_x/reset-link')).body.code).toBe('person_not_found');
});

test('the installation’s state and use are told', async ({ hall }) => {
  const { browser: page } = await newOperator(hall);
  expect((await page.get('/operator/installation')).body).toMatchObject({
    ready: true,
    parts: [{ name: 'database' }, { name: 'media server' }, { name: 'rate limits' }, { name: 'recording' }],
    media_server: { reachable: true },
    organisations: expect.any(Number),
    recorders: { able: 0, capacity: 0, waiting: 0, running: 0, uploading: 0 },
    webhooks: { waiting: 0, oldest_due_seconds: 0 },
  });
  expect((await page.get('/operator/usage?by=month')).status).toBe(200);
});

test('who is no operator finds nothing there', async ({ hall, organisation }) => {
  const { browser: page } = await newMember(hall, organisation.id, 'owner');
  for (const path of ['/operator/organisations', '/operator/plans', '/operator/people', '/operator/nothing'])
    expect((await page.get(path)).body.code).toBe('not_found');
});
