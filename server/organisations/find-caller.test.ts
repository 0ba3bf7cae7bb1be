import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/setup/hall.ts';
import { type OpenDatabase, openDatabase } from '../database/open-database.ts';
import { createKey } from './create-key.ts';
import { createOrganisation } from './create-organisation.ts';
import { rememberCallers } from './find-caller.ts';
import { type KeyStore, keyStore } from './key-store.ts';
import { organisationStore } from './organisation-store.ts';

let database: TestDatabase;
let opened: OpenDatabase;
beforeAll(async () => {
  database = await testDatabase();
  opened = openDatabase(database.connection, { poolSize: 4, onLost: () => {} });
});
afterAll(async () => {
  await opened?.close();
  await database?.drop();
});

/** Callers on the real tables and a clock of the test's own. The loop is that of the test: `tick()`. */
const setUp = async () => {
  const store = keyStore(opened.database);
  const { id } = await createOrganisation(organisationStore(opened.database))({ name: 'Test', plan: 'free' });
  const { id: keyId, key } = await createKey(store)(id, 'test');
  const clock = { time: 0, now: () => clock.time };
  let lookUps = 0;
  let isAway = false;
  const counted: KeyStore = {
    ...store,
    findCaller: (hash) => {
      lookUps += 1;
      return store.findCaller(hash);
    },
    callersVersion: () => (isAway ? Promise.reject(new Error('away')) : store.callersVersion()),
  };
  const callers = rememberCallers(counted, clock, () => {});
  onTestFinished(() => callers.stop());
  await callers.tick();
  return {
    callers,
    clock,
    key,
    keyId,
    organisationId: id,
    lookUps: () => lookUps,
    leave: () => {
      isAway = true;
    },
    revoke: () => store.revoke(keyId),
  };
};

const holder = (organisationId: string, keyId: string) => ({
  organisationId,
  keyId,
  limits: { requests: 100, create: 10, join: 60 },
});

test('a key is looked up once and then known, at once', async () => {
  const { callers, key, keyId, organisationId, lookUps } = await setUp();
  expect(await callers.find(key)).toEqual(holder(organisationId, keyId));
  expect(callers.find(key)).toEqual(holder(organisationId, keyId));
  expect(lookUps()).toBe(1);
});

test('many requests at once share one look-up', async () => {
  const { callers, key, keyId, organisationId, lookUps } = await setUp();
  const found = await Promise.all(Array.from({ length: 50 }, () => callers.find(key)));
  expect(new Set(found.map((one) => JSON.stringify(one)))).toEqual(
    new Set([JSON.stringify(holder(organisationId, keyId))]),
  );
  expect(lookUps()).toBe(1);
});

test('a key that nobody has is never remembered as such; one that cannot be a key is not looked up', async () => {
  const { callers, lookUps } = await setUp();
  const unknown = `hall_live_${'0'.repeat(32)}2wjyrI`;
  for (let time = 1; time <= 3; time += 1) {
    expect(await callers.find(unknown)).toBe('key_invalid');
    expect(lookUps()).toBe(time);
  }
  for (const text of ['', 'x', unknown.slice(0, -1), `${unknown.slice(0, -1)}J`])
    expect(await callers.find(text)).toBe('key_invalid');
  expect(lookUps()).toBe(3);
});

describe('is no longer believed', () => {
  test('once the loop has heard of a change: a revoked key is refused', async () => {
    const { callers, key, revoke } = await setUp();
    await callers.find(key);
    await revoke();
    await callers.tick();
    expect(await callers.find(key)).toBe('key_invalid');
  });

  test('0.9 s after the loop was last heard of, even when it cannot ask', async () => {
    const { callers, clock, key, keyId, organisationId, leave, revoke } = await setUp();
    await callers.find(key);
    leave();
    await revoke();
    clock.time += 899;
    await callers.tick().catch(() => {});
    expect(callers.find(key)).toEqual(holder(organisationId, keyId));
    clock.time += 1;
    expect(await callers.find(key)).toBe('key_invalid');
  });

  test('when something changed while the look-up was on its way', async () => {
    const { callers, key, lookUps } = await setUp();
    const onItsWay = callers.find(key);
    await database.query("update organisations set name = 'Changed'");
    await callers.tick();
    await onItsWay;
    await callers.find(key);
    expect(lookUps()).toBe(2);
  });
});

test.for<[what: string, change: string, limits: object]>([
  [
    "the organisation's own limit",
    'update organisations set limit_create = 77 where id = $1',
    { requests: 100, create: 77, join: 60 },
  ],
  [
    "the plan's limit",
    "update plans set limit_join = 78 where name = 'free' and $1 <> ''",
    { requests: 100, create: 10, join: 78 },
  ],
  ['the plan', "update organisations set plan = 'pro' where id = $1", { requests: 100, create: 10, join: 60 }],
])('a change of %s is in force after one round', async ([, change, limits]) => {
  const { callers, key, organisationId, lookUps } = await setUp();
  await callers.find(key);
  await database.query(change, [organisationId]);
  await callers.tick();
  expect(await callers.find(key)).toMatchObject({ limits });
  expect(lookUps()).toBe(2);
  await database.query("update plans set limit_join = 60 where name = 'free'");
});

test('halls that come and go are no change: what is known stays known', async () => {
  const { callers, key, organisationId, lookUps } = await setUp();
  await callers.find(key);
  await database.query('update organisations set open_halls = open_halls + 1 where id = $1', [organisationId]);
  await callers.tick();
  await callers.find(key);
  expect(lookUps()).toBe(1);
});

test('which keys were used is noted every ten seconds and at the end', async () => {
  const { callers, clock, key, keyId } = await setUp();
  const usedAt = async () =>
    (await database.query<{ at: Date | null }>('select last_used_at as at from keys where id = $1', [keyId]))[0]?.at ??
    null;
  await callers.find(key);
  await callers.tick();
  expect(await usedAt()).toBeNull();
  clock.time += 10_000;
  await callers.tick();
  const first = await usedAt();
  expect(first).toBeInstanceOf(Date);
  await callers.find(key);
  await callers.stop();
  expect((await usedAt())?.getTime()).toBeGreaterThan(first?.getTime() ?? 0);
});
