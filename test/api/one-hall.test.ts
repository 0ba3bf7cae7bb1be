import { describe, expect } from 'vitest';
import { eventually } from '../setup/eventually.ts';
import { openHall, openHalls, test, unknownHallId } from './fixtures.ts';

const notFound = { code: 'hall_not_found', detail: 'Hall not found.' };

/** What nobody has, in all its forms. Those of another organisation have a file of their own. */
const notHalls: [what: string, id: string][] = [
  ['an unknown id', unknownHallId],
  ['an id of another type', 'org_01k9zq3v5c8r2m7d4t6w0x1y2z'],
  ['an id in capitals', unknownHallId.toUpperCase()],
  ['no id at all', 'x'],
  ['a NUL', `${unknownHallId.slice(0, -1)}%00`],
  ['a path in the id', 'hall_%2F..%2Forganisation'],
  ['a quote', "hall_'%20or%201=1--"],
  ['a very long id', 'a'.repeat(10_000)],
];

describe('GET /v1/halls/:id', () => {
  test('200 with the hall, the same for HEAD without the body', async ({ client }) => {
    const hall = await openHall(client, { name: 'Algebra II' });
    expect(await client.get(`/v1/halls/${hall.id}`)).toMatchObject({ status: 200, body: hall });
    expect(await client.send('HEAD', `/v1/halls/${hall.id}`)).toMatchObject({ status: 200, text: '' });
  });

  test('200 with a closed hall: its history stays readable', async ({ client }) => {
    const hall = await openHall(client, { name: 'Algebra II', metadata: { a: 'b' } });
    const closed = (await client.post(`/v1/halls/${hall.id}/close`)).body;
    expect((await client.get(`/v1/halls/${hall.id}`)).body).toEqual(closed);
  });

  test.for(notHalls)('404 for %s', async ([, id], { client }) => {
    expect(await client.get(`/v1/halls/${id}`)).toMatchObject({ status: 404, body: notFound });
  });
});

describe('PATCH /v1/halls/:id', () => {
  const before = { name: 'Algebra', external_id: 'a', metadata: { a: '1', b: '2' } };

  test.for<[what: string, change: object, after: object]>([
    ['a name', { name: 'Geometry' }, { name: 'Geometry' }],
    ['an external_id', { external_id: 'g' }, { external_id: 'g' }],
    ['metadata as a whole', { metadata: { c: '3' } }, { metadata: { c: '3' } }],
    ['all three', { name: 'G', external_id: 'g', metadata: {} }, { name: 'G', external_id: 'g', metadata: {} }],
    ['a name away', { name: null }, { name: null }],
    ['an external_id away', { external_id: null }, { external_id: null }],
    ['nothing', {}, {}],
  ])('200 changes %s and leaves the rest', async ([, change, after], { client }) => {
    const hall = await openHall(client, before);
    const { status, body } = await client.patch(`/v1/halls/${hall.id}`, change);
    expect(status).toBe(200);
    expect(body).toEqual({ ...hall, ...after });
    expect((await client.get(`/v1/halls/${hall.id}`)).body).toEqual(body);
  });

  test('200 without a body changes nothing', async ({ client }) => {
    const hall = await openHall(client, before);
    expect(await client.patch(`/v1/halls/${hall.id}`)).toMatchObject({ status: 200, body: hall });
  });

  test('200 for a closed hall too', async ({ client }) => {
    const { id } = await openHall(client);
    await client.post(`/v1/halls/${id}/close`);
    const { status, body } = await client.patch(`/v1/halls/${id}`, { name: 'Then' });
    expect([status, body.name, body.status]).toEqual([200, 'Then', 'closed']);
  });

  test.for<[path: string, change: object]>([
    ['/nmae', { nmae: 'x' }],
    ['/record', { record: true }],
    ['/max_participants', { max_participants: 3 }],
    ['/status', { status: 'closed' }],
    ['/name', { name: '' }],
    ['/external_id', { external_id: 'x'.repeat(129) }],
    ['/metadata', { metadata: null }],
    ['/metadata/a', { metadata: { a: 1 } }],
  ])('422 at %s, and nothing has changed', async ([path, change], { client }) => {
    const hall = await openHall(client, before);
    const { status, body } = await client.patch(`/v1/halls/${hall.id}`, { name: 'Geometry', ...change });
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ path }]);
    expect((await client.get(`/v1/halls/${hall.id}`)).body).toEqual(hall);
  });

  test('422 names every field that cannot be changed, and none of them has', async ({ client }) => {
    const hall = await openHall(client, before);
    const { status, body } = await client.patch(`/v1/halls/${hall.id}`, {
      organisation_id: 'org_01k9zq3v5c8r2m7d4t6w0x1y2z',
      status: 'closed',
      close_reason: null,
      record: true,
      max_participants: 100_000,
      empty_timeout_seconds: 86_400,
      max_duration_seconds: 86_400,
      participant_count: 0,
      created_at: '2020-01-01T00:00:00Z',
      expires_at: '2099-01-01T00:00:00Z',
      closed_at: null,
      empties_at: null,
    });
    expect(status).toBe(422);
    expect(body.errors).toHaveLength(12);
    expect((await client.get(`/v1/halls/${hall.id}`)).body).toEqual(hall);
  });

  test.for(notHalls)('404 for %s', async ([, id], { client }) => {
    for (const change of [{ name: 'x' }, {}]) {
      expect(await client.patch(`/v1/halls/${id}`, change)).toMatchObject({ status: 404, body: notFound });
    }
  });
});

describe('POST /v1/halls/:id/close', () => {
  test('200 with the closed hall, and the capacity is free', async ({ client }) => {
    const hall = await openHall(client, { name: 'Algebra' });
    expect(await openHalls(client)).toBe(1);
    const { status, body } = await client.post(`/v1/halls/${hall.id}/close`);
    expect(status).toBe(200);
    expect(body).toEqual({ ...hall, status: 'closed', close_reason: 'requested', closed_at: expect.any(String) });
    expect(Date.parse(body.closed_at)).toBeGreaterThanOrEqual(Date.parse(body.created_at));
    expect(await openHalls(client)).toBe(0);
  });

  test('200 once more for a closed one, which stays as it is', async ({ client }) => {
    const { id } = await openHall(client);
    const first = await client.post(`/v1/halls/${id}/close`, {});
    const second = await client.post(`/v1/halls/${id}/close`, {});
    expect(second).toMatchObject({ status: 200, body: first.body });
    expect(await openHalls(client)).toBe(0);
  });

  test('422 for a field that it does not know, and the hall is still open', async ({ client }) => {
    const { id } = await openHall(client);
    const { status, body } = await client.post(`/v1/halls/${id}/close`, { reason: 'tired' });
    expect(status).toBe(422);
    expect(body.errors).toEqual([{ path: '/reason', message: 'is not a known field' }]);
    expect((await client.get(`/v1/halls/${id}`)).body.status).toBe('open');
  });

  test.for(notHalls)('404 for %s', async ([, id], { client }) => {
    expect(await client.post(`/v1/halls/${id}/close`)).toMatchObject({ status: 404, body: notFound });
  });
});

describe.concurrent('a hall closes by itself', () => {
  test.for<[reason: string, column: string]>([
    ['max_duration', 'expires_at'],
    ['empty', 'empties_at'],
  ])('%s, when its time is up, and the capacity is free', async ([reason, column], { hall, client }) => {
    const { id } = await openHall(client);
    await hall.database.query(`update halls set ${column} = now() where id = $1`, [id]);
    const closed = { status: 'closed', close_reason: reason, closed_at: expect.any(String) };
    await eventually(async () => expect((await client.get(`/v1/halls/${id}`)).body).toMatchObject(closed));
    expect(await openHalls(client)).toBe(0);
  });
});

describe('DELETE /v1/halls/:id', () => {
  test.for<[state: string, isClosed: boolean]>([
    ['an open hall', false],
    ['a closed hall', true],
  ])('204 without a body for %s; then it is gone', async ([, isClosed], { client }) => {
    const hall = await openHall(client, { name: 'Algebra', external_id: 'a' });
    if (isClosed) await client.post(`/v1/halls/${hall.id}/close`);
    const { status, text, headers } = await client.delete(`/v1/halls/${hall.id}`);
    expect([status, text, headers.get('content-type')]).toEqual([204, '', null]);
    expect(await openHalls(client)).toBe(0);

    const path = `/v1/halls/${hall.id}`;
    const afterwards = [
      await client.get(path),
      await client.patch(path, { name: 'x' }),
      await client.post(`${path}/close`),
      await client.post(`${path}/join`),
      await client.delete(path),
    ];
    for (const answer of afterwards) expect(answer).toMatchObject({ status: 404, body: notFound });
    expect((await client.get('/v1/halls?external_id=a')).body.data).toEqual([]);
    expect(await openHalls(client)).toBe(0);
  });

  test('204 too when the client announces JSON and sends none', async ({ client }) => {
    const { id } = await openHall(client);
    const announced = { headers: { 'content-type': 'application/json' } };
    expect((await client.delete(`/v1/halls/${id}`, announced)).status).toBe(204);
  });

  test('what was written into it is gone from the database', async ({ hall, client }) => {
    const { id } = await openHall(client, { name: 'written', external_id: 'written', metadata: { a: 'written' } });
    await client.post(`/v1/halls/${id}/join`, { name: 'written', user_id: 'written', metadata: { a: 'written' } });
    await client.delete(`/v1/halls/${id}`);
    const [left] = await hall.database.query<{ text: string }>(
      `select coalesce(string_agg(t::text, ' '), '') as text from (select h::text as t from halls h where id = $1
       union all select p::text from participants p where hall_id = $1) rows`,
      [id],
    );
    expect(left?.text).toContain(id);
    expect(left?.text).not.toContain('written');
  });

  test.for(notHalls)('404 for %s', async ([, id], { client }) => {
    expect(await client.delete(`/v1/halls/${id}`)).toMatchObject({ status: 404, body: notFound });
  });
});
