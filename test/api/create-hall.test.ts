import { describe, expect } from 'vitest';
import { openHall, openHalls, test } from './fixtures.ts';

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const secondsBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 1000;

/** One code point, two UTF-16 code units. */
const emoji = '🎓';

const metadataOf = (entries: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: entries }, (_, index) => [`k${index}`, 'v']));

/** An object that takes this many bytes as JSON. */
const metadataOfBytes = (bytes: number): Record<string, string> => ({
  notes: 'x'.repeat(bytes - '{"notes":""}'.length),
});

describe('201', () => {
  test('with every field as it was wished for', async ({ client }) => {
    const wish = {
      name: 'Algebra II',
      external_id: 'lesson-4711',
      record: false,
      max_participants: 12,
      empty_timeout_seconds: 90,
      max_duration_seconds: 5400,
      metadata: { course: 'algebra-2', room: 'Ångström 🎓' },
    };
    const before = Date.now();
    const { status, body, headers } = await client.post('/v1/halls', wish);
    expect(status).toBe(201);
    expect(body).toEqual({
      ...wish,
      id: expect.stringMatching(/^hall_[0-9a-z]{26}$/),
      status: 'open',
      close_reason: null,
      participant_count: 0,
      created_at: expect.stringMatching(rfc3339),
      closed_at: null,
      expires_at: expect.stringMatching(rfc3339),
    });
    expect(secondsBetween(body.created_at, body.expires_at)).toBe(5400);
    expect(Math.abs(Date.parse(body.created_at) - before)).toBeLessThan(10_000);
    expect(headers.get('location')).toBe(`/v1/halls/${body.id}`);
    expect((await client.get(headers.get('location') ?? '')).body).toEqual(body);
  });

  test.for([
    { body: undefined, name: 'no body' },
    { body: '', name: 'an empty body' },
    { body: {}, name: 'an empty object' },
    { body: { name: null, external_id: null }, name: 'nulls' },
    { body: { record: false }, name: 'record false' },
  ])('with the defaults for $name', async ({ body: wish }, { client }) => {
    const { status, body } = await client.post('/v1/halls', wish);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: null,
      external_id: null,
      record: false,
      empty_timeout_seconds: 600,
      metadata: {},
    });
  });

  test.for([
    { plan: 'free', max_participants: 25, max_duration_seconds: 3_600 },
    { plan: 'pro', max_participants: 200, max_duration_seconds: 28_800 },
    { plan: 'enterprise', max_participants: 1_000, max_duration_seconds: 86_400 },
  ])(
    'with the limits of the plan $plan, which are also the most that may be wished for',
    async ({ plan, ...limits }, { hall }) => {
      const { client } = await hall.organisation({ plan });
      expect((await client.post('/v1/halls', {})).body).toMatchObject(limits);
      expect((await client.post('/v1/halls', limits)).body).toMatchObject(limits);
    },
  );

  test.for<[what: string, wish: object]>([
    ['one character', { name: 'x', external_id: 'x' }],
    ['128 characters', { name: 'x'.repeat(128), external_id: 'é'.repeat(128) }],
    ['128 emoji', { name: emoji.repeat(128) }],
    ['characters that HTML, JSON and JavaScript treat apart', { name: '<b>"\'\\ \u0001\u2028' }],
    ['the shortest times', { empty_timeout_seconds: 60, max_duration_seconds: 60 }],
    ['the longest times', { empty_timeout_seconds: 86_400, max_duration_seconds: 86_400 }],
    ['a single seat', { max_participants: 1 }],
    ['50 entries of metadata', { metadata: metadataOf(50) }],
    ['8 KiB of metadata', { metadata: metadataOfBytes(8_192) }],
    ['odd names in metadata', { metadata: { '': '', '/~"': emoji, constructor: 'a', toString: 'b' } }],
    ['__proto__ as a name in metadata', { metadata: JSON.parse('{"__proto__": "a name like any other"}') }],
  ])('at the edge of what is allowed: %s', async ([, wish], { client }) => {
    const { status, body } = await client.post('/v1/halls', wish);
    expect(status).toBe(201);
    const { metadata = {}, ...rest } = wish as { metadata?: object };
    expect(body).toMatchObject(rest);
    // As entries: matchers do not see a field named __proto__.
    expect(Object.entries(body.metadata).sort()).toEqual(Object.entries(metadata).sort());
  });

  test('two halls may have the same external_id', async ({ client }) => {
    const [one, two] = [await openHall(client, { external_id: 'a' }), await openHall(client, { external_id: 'a' })];
    expect(one.id).not.toBe(two.id);
  });
});

test('400 with record while no storage is configured, and nothing is made', async ({ client }) => {
  const { status, body } = await client.post('/v1/halls', { record: true });
  expect(status).toBe(400);
  expect(body.code).toBe('storage_not_configured');
  expect(body.detail).toMatch(/recording requires storage configuration/i);
  expect(await openHalls(client)).toBe(0);
  expect((await client.get('/v1/halls')).body.data).toEqual([]);
});

describe('403', () => {
  test('at the most concurrent halls, until one is closed', async ({ hall }) => {
    const { client } = await hall.organisation({ max_concurrent_halls: 2 });
    const first = await openHall(client);
    await openHall(client);
    const refused = await client.post('/v1/halls', {});
    expect(refused.status).toBe(403);
    expect(refused.body).toEqual({
      code: 'plan_limit',
      detail: 'Plan limit reached: 2 concurrent halls. Close existing halls or upgrade the plan.',
    });
    expect(await openHalls(client)).toBe(2);
    await client.post(`/v1/halls/${first.id}/close`);
    expect((await client.post('/v1/halls', {})).status).toBe(201);
  });

  test('with the numbers of the plan free: five halls', async ({ hall }) => {
    const { client } = await hall.organisation({ plan: 'free' });
    const statuses = [];
    for (let index = 0; index < 6; index += 1) statuses.push((await client.post('/v1/halls', {})).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 403]);
  });

  test.for([
    { wish: { max_participants: 26 }, code: 'plan_limit_participants', limit: '25' },
    { wish: { max_duration_seconds: 3_601 }, code: 'plan_limit_duration', limit: '3600' },
  ])('for more than the plan allows: $wish', async ({ wish, code, limit }, { hall }) => {
    const { client } = await hall.organisation({ plan: 'free' });
    const { status, body } = await client.post('/v1/halls', wish);
    expect(status).toBe(403);
    expect(body.code).toBe(code);
    expect(body.detail).toContain(limit);
    expect(await openHalls(client)).toBe(0);
  });
});

describe('422', () => {
  test.for<[path: string, message: string, wish: object]>([
    ['/recrod', 'is not a known field', { recrod: true }],
    ['/id', 'is not a known field', { id: 'hall_x' }],
    ['/record', 'must be a boolean', { record: 'true' }],
    ['/record', 'must be a boolean', { record: 1 }],
    ['/record', 'must be a boolean', { record: null }],
    ['/name', 'must not be empty', { name: '' }],
    ['/name', 'must be a string or null', { name: 7 }],
    ['/name', 'must have at most 128 characters', { name: 'x'.repeat(129) }],
    ['/name', 'must have at most 128 characters', { name: emoji.repeat(129) }],
    ['/external_id', 'must not be empty', { external_id: '' }],
    ['/external_id', 'must have at most 128 characters', { external_id: 'x'.repeat(129) }],
    ['/max_participants', 'must be at least 1', { max_participants: 0 }],
    ['/max_participants', 'must be at least 1', { max_participants: -1 }],
    ['/max_participants', 'must be an integer', { max_participants: 1.5 }],
    ['/max_participants', 'must be an integer', { max_participants: '5' }],
    ['/max_participants', 'must be an integer', { max_participants: null }],
    ['/empty_timeout_seconds', 'must be at least 60', { empty_timeout_seconds: 59 }],
    ['/empty_timeout_seconds', 'must be at most 86400', { empty_timeout_seconds: 86_401 }],
    ['/max_duration_seconds', 'must be at least 60', { max_duration_seconds: 59 }],
    ['/max_duration_seconds', 'must be at most 86400', { max_duration_seconds: 86_401 }],
    ['/metadata', 'must be an object', { metadata: null }],
    ['/metadata', 'must be an object', { metadata: [] }],
    ['/metadata/a', 'must be a string', { metadata: { a: 1 } }],
    ['/metadata/a', 'must be a string', { metadata: { a: { b: 'c' } } }],
    ['/metadata/a~1b~0c', 'must be a string', { metadata: { 'a/b~c': null } }],
    ['/metadata', 'must have at most 50 entries', { metadata: metadataOf(51) }],
    ['/metadata', 'must be at most 8192 bytes as JSON', { metadata: metadataOfBytes(8_193) }],
    ['/metadata', 'must be at most 8192 bytes as JSON', { metadata: { notes: 'é'.repeat(4_096) } }],
  ])('%s %s', async ([path, message, wish], { client }) => {
    const { status, body } = await client.post('/v1/halls', wish);
    expect(status).toBe(422);
    expect(body.code).toBe('invalid_body');
    expect(body.errors).toEqual([{ path, message }]);
    expect(body.detail).toBe(`The body does not match the schema: ${path} ${message}.`);
  });

  test('names every fault of the body', async ({ client }) => {
    const { status, body } = await client.post('/v1/halls', {
      recrod: true,
      name: '',
      max_participants: 0,
      metadata: { a: 1 },
    });
    expect(status).toBe(422);
    expect(body.errors.map((fault: { path: string }) => fault.path).sort()).toEqual([
      '/max_participants',
      '/metadata/a',
      '/name',
      '/recrod',
    ]);
  });

  test('comes before what the plan and the storage would refuse', async ({ hall }) => {
    const { client } = await hall.organisation({ max_concurrent_halls: 1 });
    await openHall(client);
    expect((await client.post('/v1/halls', { record: true, recrod: true })).status).toBe(422);
    expect(await openHalls(client)).toBe(1);
  });
});
