import { describe, expect } from 'vitest';
import { openHall, openHalls, test } from './fixtures.ts';

describe('GET /v1/organisation', () => {
  test.for<[plan: string, halls: number, participants: number, seconds: number]>([
    ['free', 5, 25, 3_600],
    ['pro', 50, 200, 28_800],
    ['enterprise', 1_000, 1_000, 86_400],
  ])('200 with the numbers of the plan %s', async ([plan, halls, participants, seconds], { hall }) => {
    const { id, client } = await hall.organisation({
      plan,
      limit_requests: null,
      limit_create: null,
      limit_join: null,
    });
    const { status, body } = await client.get('/v1/organisation');
    expect(status).toBe(200);
    expect(body).toEqual({
      id,
      name: 'Test',
      plan: {
        name: plan,
        max_concurrent_halls: halls,
        max_participants_per_hall: participants,
        max_duration_seconds: seconds,
        rate_limits: { requests: 100, create: 10, join: 60 },
      },
      usage: { open_halls: 0 },
      storage_configured: false,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(id).toMatch(/^org_[0-9a-z]{26}$/);
  });

  test("200 with the organisation's own limits in place of the plan's", async ({ hall }) => {
    const own = { limit_requests: 500, limit_create: 50, limit_join: 7, max_concurrent_halls: 3 };
    const { client } = await hall.organisation({ plan: 'free', ...own });
    expect((await client.get('/v1/organisation')).body.plan).toMatchObject({
      max_concurrent_halls: 3,
      max_participants_per_hall: 25,
      rate_limits: { requests: 500, create: 50, join: 7 },
    });
  });

  test('200 with the halls that are open now', async ({ client }) => {
    const [one, two] = [await openHall(client), await openHall(client)];
    expect(await openHalls(client)).toBe(2);
    await client.post(`/v1/halls/${one.id}/close`);
    expect(await openHalls(client)).toBe(1);
    await client.delete(`/v1/halls/${two.id}`);
    expect(await openHalls(client)).toBe(0);
  });

  test('200 whatever stands in the query, and for HEAD without a body', async ({ client }) => {
    expect((await client.get('/v1/organisation?x=1&x=2')).status).toBe(200);
    expect(await client.send('HEAD', '/v1/organisation')).toMatchObject({ status: 200, text: '' });
  });
});
