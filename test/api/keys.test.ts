import { createHash } from 'node:crypto';
import { describe, expect } from 'vitest';
import { type Operation, openApiOf } from '../setup/answer-check.ts';
import { startHall, type TestHall, type TestOrganisation } from '../setup/hall.ts';
import { fromAddress, newAddress, openHall, test, unknownHallId } from './fixtures.ts';

const path = '/v1/organisation';

/** Of the right form, checksum included, and given to nobody. */
const unknownKey = `hall_live_${'0'.repeat(32)}2wjyrI`;

const operationsOf = async (hall: TestHall): Promise<[method: string, path: string][]> => {
  const { paths } = await openApiOf(hall.url);
  return Object.entries(paths).flatMap(([template, operations]) =>
    Object.keys(operations as Record<string, Operation>).map((method): [string, string] => [
      method.toUpperCase(),
      template.replace(/\{\w+\}/g, unknownHallId),
    ]),
  );
};

/** Asks with exactly this Authorization header. */
const askWith = (hall: TestHall, authorization: string | undefined) =>
  hall.client(authorization, fromAddress(newAddress())).get(path);

/** A second Hall on the same database, which ends in order. */
const twoInstances = async (hall: TestHall, use: (other: TestHall) => Promise<void>): Promise<void> => {
  const other = await startHall({ database: hall.database });
  await use(other).finally(() => other.stop());
};

describe('401', () => {
  test('for every operation without a key, whatever it is asked', async ({ hall }) => {
    const operations = await operationsOf(hall);
    expect(operations.length).toBeGreaterThanOrEqual(8);
    for (const [method, at] of operations) {
      const { status, body } = await hall.client(undefined, fromAddress(newAddress())).send(method, at);
      expect([method, at, status, body]).toEqual([
        method,
        at,
        401,
        { code: 'key_missing', detail: 'No API key. Send the header Authorization: Bearer <API_KEY>.' },
      ]);
    }
  });

  test('comes before any other fault of a request', async ({ nobody }) => {
    const answers = [
      await nobody.post('/v1/halls', '{'),
      await nobody.post('/v1/halls', { recrod: true }),
      await nobody.send('POST', '/v1/halls', 'x', { headers: { 'content-type': 'text/plain' } }),
      await nobody.post('/v1/halls', 'x'.repeat(100_000)),
      await nobody.get('/v1/halls?limit=x'),
      await nobody.get('/v1/nothing'),
      await nobody.get('/v1'),
      await nobody.send('PUT', '/v1/halls'),
    ];
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 401));
  });

  test.for<[what: string, header: (key: string) => string, code: string]>([
    ['another scheme', (key) => `Basic ${key}`, 'key_missing'],
    ['no scheme', (key) => key, 'key_missing'],
    ['no key', () => 'Bearer', 'key_missing'],
    ['an empty header', () => '', 'key_missing'],
    ['something behind the key', (key) => `Bearer ${key} x`, 'key_missing'],
    ['a list of keys', (key) => `Bearer ${key}, Bearer ${key}`, 'key_missing'],
    ['garbage', () => 'Bearer x', 'key_invalid'],
    ['a key that nobody has', () => `Bearer ${unknownKey}`, 'key_invalid'],
    ['a key with a typo', (key) => `Bearer ${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`, 'key_invalid'],
    ['a key in other capitals', (key) => `Bearer ${key.toLowerCase()}`, 'key_invalid'],
    ['a key that is cut off', (key) => `Bearer ${key.slice(0, -1)}`, 'key_invalid'],
    ['a very long key', (key) => `Bearer ${key.repeat(100)}`, 'key_invalid'],
    ['SQL', () => `Bearer hall_live_'or'1'='1`, 'key_invalid'],
  ])('for %s', async ([, header, code], { hall, organisation }) => {
    const { status, body } = await askWith(hall, header(organisation.key));
    expect([status, body.code]).toEqual([401, code]);
  });

  test('for a key in the query', async ({ nobody, organisation }) => {
    expect((await nobody.get(`${path}?key=${organisation.key}&access_token=${organisation.key}`)).status).toBe(401);
  });
});

describe('200', () => {
  test.for<[what: string, header: (key: string) => string]>([
    ['bearer in small letters', (key) => `bearer ${key}`],
    ['BEARER in capitals', (key) => `BEARER ${key}`],
    ['spaces around the key', (key) => `Bearer   ${key}  `],
  ])('for %s', async ([, header], { hall, organisation }) => {
    const { status, body } = await askWith(hall, header(organisation.key));
    expect([status, body.id]).toEqual([200, organisation.id]);
  });

  test('for each key of an organisation, which all open the same halls', async ({ hall, organisation }) => {
    const other = await hall.anotherKey(organisation);
    const { id } = await openHall(organisation.client);
    expect((await other.client.get(`/v1/halls/${id}`)).status).toBe(200);
  });
});

describe('on two instances', () => {
  const revoke = ({ database }: TestHall, { keyId }: TestOrganisation) =>
    database.query('update keys set revoked_at = now() where id = $1', [keyId]);

  test('a new key opens at once', ({ hall, organisation }) =>
    twoInstances(hall, async (other) => {
      const { key } = await hall.anotherKey(organisation);
      for (const instance of [hall, other]) expect((await askWith(instance, `Bearer ${key}`)).status).toBe(200);
    }));

  test('a revoked key is refused within one second, and the other keys are not', ({ hall, organisation }) =>
    twoInstances(hall, async (other) => {
      const doomed = await hall.anotherKey(organisation);
      const instances = [hall, other];
      // Both know it and have it at hand.
      for (const instance of instances) expect((await askWith(instance, `Bearer ${doomed.key}`)).status).toBe(200);
      await revoke(hall, doomed);
      const revokedAt = performance.now();
      for (const instance of instances) {
        let lastAdmitted = revokedAt;
        for (let isAdmitted = true; isAdmitted; ) {
          const sentAt = performance.now();
          const { status } = await askWith(instance, `Bearer ${doomed.key}`);
          isAdmitted = status === 200;
          if (isAdmitted) lastAdmitted = sentAt;
        }
        expect(lastAdmitted - revokedAt).toBeLessThan(1_000);
        expect((await askWith(instance, `Bearer ${organisation.key}`)).status).toBe(200);
      }
    }));
});

test('of a key the database keeps its SHA-256 and its last four characters', async ({ hall, organisation }) => {
  const [row] = await hall.database.query<{ hash: Buffer; hint: string; text: string }>(
    'select hash, hint, k::text as text from keys k where id = $1',
    [organisation.keyId],
  );
  expect(row?.hash).toEqual(createHash('sha256').update(organisation.key).digest());
  expect(row?.hint).toBe(organisation.key.slice(-4));
  expect(row?.text).not.toContain(organisation.key.slice(10, 20));
});

test('for people, the database says when a key was last used', ({ hall, organisation: { key, keyId } }) =>
  twoInstances(hall, async (other) => {
    expect((await askWith(other, `Bearer ${key}`)).status).toBe(200);
  }).then(async () => {
    const [row] = await hall.database.query<{ at: Date }>('select last_used_at as at from keys where id = $1', [keyId]);
    expect(row?.at).toBeInstanceOf(Date);
  }));
