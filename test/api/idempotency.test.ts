import { describe, expect } from 'vitest';
import type { Client, TestAnswer } from '../setup/client.ts';
import type { TestHall } from '../setup/hall.ts';
import { openHall, openHalls, test } from './fixtures.ts';

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });

const create = (client: Client, key: string, body: unknown = {}): Promise<TestAnswer> =>
  client.post('/v1/halls', body, keyed(key));

const isReplay = ({ headers }: TestAnswer): boolean => headers.get('idempotent-replayed') === 'true';

/** What the database says of the organisation's keys, sealed bodies among them. */
const rowsOf = (hall: TestHall, organisationId: string) =>
  hall.database.query<{ key: string; status: number; body: Buffer; text: string }>(
    'select key, status, body, r::text as text from idempotent_requests r where organisation_id = $1',
    [organisationId],
  );

describe('a repeat with the same key and body', () => {
  test('gets the first answer, marked as such', async ({ client }) => {
    const first = await create(client, 'k', { name: 'Algebra' });
    const second = await create(client, 'k', { name: 'Algebra' });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.text).toBe(first.text);
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect([isReplay(first), isReplay(second)]).toEqual([false, true]);
    expect(await openHalls(client)).toBe(1);
  });

  test('gets it even when the hall has changed since', async ({ client }) => {
    const first = await create(client, 'k');
    await client.delete(first.headers.get('location') ?? '');
    expect(await create(client, 'k')).toMatchObject({ status: 201, body: first.body });
    expect(await openHalls(client)).toBe(0);
  });

  test('gets it however the same body is written', async ({ client }) => {
    const first = await create(client, 'k', '{"name": "Algebra", "metadata": {"a": "1", "b": "2"}}');
    const second = await create(client, 'k', '{ "metadata":{"b":"2","a":"1"},"name":"Algebr\\u0061" }');
    expect([second.status, second.text]).toEqual([201, first.text]);
  });

  test('20 at once: one hall, the same answer for all', async ({ client }) => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(client, 'k', { name: 'Algebra' })));
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 201));
    expect(answers.filter((answer) => !isReplay(answer))).toHaveLength(1);
    expect(await openHalls(client)).toBe(1);
    expect((await client.get('/v1/halls')).body.data).toHaveLength(1);
  });

  test('counts against the rate limits like any request', async ({ hall }) => {
    const { client } = await hall.organisation({ limit_create: 2 });
    const statuses = [];
    for (let index = 0; index < 3; index += 1) statuses.push((await create(client, 'k')).status);
    expect(statuses).toEqual([201, 201, 429]);
  });

  test('joins with the same token, as the same participant', async ({ client }) => {
    const { id } = await openHall(client);
    const join = () => client.post(`/v1/halls/${id}/join`, { name: 'Ada' }, keyed('k'));
    const [first, second] = [await join(), await join()];
    expect(second.body).toEqual(first.body);
    expect([first.status, second.status, isReplay(second)]).toEqual([200, 200, true]);
  });

  test('closes once', async ({ client }) => {
    const { id } = await openHall(client);
    const close = () => client.post(`/v1/halls/${id}/close`, undefined, keyed('k'));
    const [first, second] = [await close(), await close()];
    expect([second.text, isReplay(second)]).toEqual([first.text, true]);
  });

  test('makes another hall when 24 hours have passed', async ({ hall, organisation: { id, client } }) => {
    const first = await create(client, 'k');
    const age = (interval: string) =>
      hall.database.query(
        'update idempotent_requests set created_at = now() - $2::interval where organisation_id = $1',
        [id, interval],
      );
    await age('23 hours 59 minutes');
    expect((await create(client, 'k')).body.id).toBe(first.body.id);
    await age('24 hours 1 second');
    const later = await create(client, 'k');
    expect([later.status, isReplay(later)]).toEqual([201, false]);
    expect(later.body.id).not.toBe(first.body.id);
  });

  test('finds the hall that was made when the process died before it could answer', async ({
    hall,
    organisation: { id, client },
  }) => {
    const first = await create(client, 'k', { name: 'Algebra' });
    await hall.database.query(
      "update idempotent_requests set status = null, body = null, location = null, leased_until = now() - interval '1 second' where organisation_id = $1",
      [id],
    );
    const repeat = await create(client, 'k', { name: 'Algebra' });
    expect([repeat.status, repeat.body, repeat.headers.get('location')]).toEqual([
      201,
      first.body,
      first.headers.get('location'),
    ]);
    expect(await openHalls(client)).toBe(1);
  });
});

describe('422', () => {
  const reused = {
    code: 'idempotency_key_reused',
    detail: 'This Idempotency-Key was used before with another request. Use a new key for a new request.',
  };

  test('for the same key with another body', async ({ client }) => {
    await create(client, 'k', { name: 'Algebra' });
    for (const body of [{ name: 'Geometry' }, {}, { name: 'Algebra', external_id: 'a' }]) {
      const { status, body: error } = await create(client, 'k', body);
      expect([status, error]).toEqual([422, reused]);
    }
    expect(await openHalls(client)).toBe(1);
  });

  test('for the same key on another path', async ({ client }) => {
    const { body: hall } = await create(client, 'k');
    const other = await openHall(client);
    for (const path of [`/v1/halls/${hall.id}/close`, `/v1/halls/${hall.id}/join`, `/v1/halls/${other.id}/close`]) {
      expect(await client.post(path, {}, keyed('k'))).toMatchObject({ status: 422, body: reused });
    }
    expect(await openHalls(client)).toBe(2);
  });
});

describe('only success is remembered', () => {
  test('what was refused for its body is tried anew', async ({ hall, organisation: { id, client } }) => {
    expect((await create(client, 'k', { recrod: true })).status).toBe(422);
    expect((await create(client, 'k', { record: true })).status).toBe(400);
    expect(await rowsOf(hall, id)).toEqual([]);
    expect((await create(client, 'k', { name: 'Algebra' })).status).toBe(201);
  });

  test('what was refused for the plan succeeds when there is room', async ({ hall }) => {
    const { client } = await hall.organisation({ max_concurrent_halls: 1 });
    const { id } = await openHall(client);
    expect((await create(client, 'k')).status).toBe(403);
    expect((await create(client, 'k')).status).toBe(403);
    await client.post(`/v1/halls/${id}/close`);
    const created = await create(client, 'k');
    expect([created.status, isReplay(created)]).toEqual([201, false]);
  });

  test('20 at once that are refused: each is refused, and the key is free', async ({ hall }) => {
    const { id, client } = await hall.organisation({ max_concurrent_halls: 1 });
    await openHall(client);
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(client, 'k')));
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 403));
    expect(await rowsOf(hall, id)).toEqual([]);
  });

  test('a hall that was not found may be there the next time', async ({ client, stranger }) => {
    const { id } = await openHall(stranger);
    expect((await client.post(`/v1/halls/${id}/close`, {}, keyed('k'))).status).toBe(404);
    expect((await create(client, 'k')).status).toBe(201);
  });
});

test("a key is its organisation's own", async ({ client, stranger }) => {
  const [mine, its] = [await create(client, 'k', { name: 'mine' }), await create(stranger, 'k', { name: 'its' })];
  expect([mine.status, its.status]).toEqual([201, 201]);
  expect([isReplay(its), its.body.name]).toEqual([false, 'its']);
});

test('PATCH and DELETE are safe to repeat by themselves: the key changes nothing', async ({ client }) => {
  const { id } = await openHall(client, { name: 'a' });
  expect((await client.patch(`/v1/halls/${id}`, { name: 'b' }, keyed('k'))).body.name).toBe('b');
  expect((await client.patch(`/v1/halls/${id}`, { name: 'c' }, keyed('k'))).body.name).toBe('c');
  expect((await client.delete(`/v1/halls/${id}`, keyed(''))).status).toBe(204);
  expect((await client.delete(`/v1/halls/${id}`, keyed('k'))).status).toBe(404);
});

describe('the key', () => {
  test.for<[what: string, key: string]>([
    ['empty', ''],
    ['256 characters', 'k'.repeat(256)],
    ['beyond ASCII', 'schlüssel'],
    ['with a tab', 'a\tb'],
  ])('400 when it is malformed: %s', async ([, key], { client }) => {
    const { status, body } = await create(client, key);
    expect([status, body.code]).toEqual([400, 'malformed_idempotency_key']);
    expect(await openHalls(client)).toBe(0);
  });

  test.for<[what: string, key: string]>([
    ['one character', 'k'],
    ['255 characters', 'k'.repeat(255)],
    ['a UUID', '8e03978e-40d5-43e8-bc93-6894a57f9324'],
    ['visible characters of all kinds', '"\'\\{}<>;--%00$` ~'],
  ])('201 for %s, and it is told from others by every character', async ([, key], { client }) => {
    const [first, again] = [await create(client, key), await create(client, key)];
    expect([first.status, again.text]).toEqual([201, first.text]);
    expect((await create(client, `${key.slice(0, -1)}_`)).body.id).not.toBe(first.body.id);
  });
});

test('the stored answer cannot be read in the database', async ({ hall, organisation: { id, client } }) => {
  const { body: created } = await create(client, 'create', { name: 'a readable name' });
  const { body: joined } = await client.post(
    `/v1/halls/${created.id}/join`,
    { name: 'a readable name' },
    keyed('join'),
  );
  const rows = await rowsOf(hall, id);
  expect(rows.map((row) => row.key).sort()).toEqual(['create', 'join']);
  for (const { body, text } of rows) {
    expect(body.length).toBeGreaterThan(100);
    for (const secret of [
      'a readable name',
      created.id,
      joined.participant_token,
      joined.participant_token.split('.')[2],
    ]) {
      expect(body.includes(secret)).toBe(false);
      expect(text.replace(/\/v1\/halls\/\w+/, '')).not.toContain(secret);
    }
  }
  // Nor does it open in another row.
  await hall.database.query(
    `update idempotent_requests r set body = s.body from idempotent_requests s
     where r.organisation_id = $1 and s.organisation_id = $1 and r.key = 'create' and s.key = 'join'`,
    [id],
  );
  expect((await create(client, 'create', { name: 'a readable name' })).status).toBe(503);
});
