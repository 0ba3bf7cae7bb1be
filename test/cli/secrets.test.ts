import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { signingSecrets } from '../../server/people/second-factor-secrets.ts';
import { sealWith } from '../../server/sealed.ts';
import { secretColumns } from '../../server/secrets/secret-columns.ts';
import { browser, guarded, password } from '../dashboard/fixtures.ts';
import { oneTimeCode } from '../dashboard/one-time-code.ts';
import { startHall, type TestDatabase, type TestHall, testDatabase } from '../setup/hall.ts';
import { connectedEnvironment, type OnEnd } from '../setup/hall-process.ts';
import { hallCommand } from './hall-command.ts';

vi.setConfig({ testTimeout: 120_000 });

const until = 'the key of until now, only for tests';
const next = 'the next key, which is only for tests';

type Keys = { SECRET_KEY: string; SECRET_KEY_PREVIOUS?: string };
const rotateOn = (database: TestDatabase, onEnd: OnEnd) => (keys: Keys) =>
  hallCommand(connectedEnvironment({ database, environment: keys }), onEnd).run('secrets', 'rotate', '--json');

const setUp = async (onEnd: OnEnd) => {
  const database = await testDatabase();
  onEnd(() => database.drop());
  const start = async (keys: Keys): Promise<TestHall> => {
    const hall = await startHall({ database, environment: keys });
    onEnd(() => hall.stop());
    return hall;
  };
  return { database, start, rotate: rotateOn(database, onEnd) };
};

test('the key is changed without a moment in which an instance cannot read what another wrote', async ({
  onTestFinished,
}) => {
  const { start, rotate } = await setUp(onTestFinished);
  const one = await start({ SECRET_KEY: until });
  const organisation = await one.organisation();
  const key = `Bearer ${organisation.key}`;
  const opened: { id: string; headers: Record<string, string> }[] = [];
  const openOn = async (hall: TestHall): Promise<void> => {
    const headers = { 'idempotency-key': randomUUID() };
    const { body } = await hall.client(key).post('/v1/halls', {}, { headers });
    opened.push({ id: body.id, headers });
  };
  const readsAll = async (hall: TestHall): Promise<void> => {
    for (const { id, headers } of opened) {
      const again = await hall.client(key).post('/v1/halls', {}, { headers });
      expect(again).toMatchObject({ status: 201, body: { id } });
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    }
  };
  // One instance after the other is started with the variables of the next step, beside those of the step before.
  const steps: Keys[] = [
    { SECRET_KEY: until, SECRET_KEY_PREVIOUS: next },
    { SECRET_KEY: next, SECRET_KEY_PREVIOUS: until },
  ];
  let before = one;
  for (const step of steps) {
    const after = await start(step);
    for (const hall of [before, after]) await openOn(hall);
    for (const hall of [before, after]) await readsAll(hall);
    before = after;
  }
  const done = await rotate({ SECRET_KEY: next, SECRET_KEY_PREVIOUS: until });
  expect(done).toMatchObject({ code: 0, err: '' });
  const column = { column: 'idempotent_requests.body', unopened: 0 };
  expect(JSON.parse(done.out)).toContainEqual({ ...column, rotated: 3 });
  await readsAll(before);
  await readsAll(await start({ SECRET_KEY: next }));

  const again = await rotate({ SECRET_KEY: next, SECRET_KEY_PREVIOUS: until });
  expect(JSON.parse(again.out)).toContainEqual({ ...column, rotated: 0 });
});

test('a second factor and a session outlive the key that they began under', async ({ onTestFinished }) => {
  const { start, rotate } = await setUp(onTestFinished);
  const before = await start({ SECRET_KEY: until });
  const { id } = await before.organisation();
  const { email, browser: page, uri } = await guarded(before, id);
  const changing = { SECRET_KEY: next, SECRET_KEY_PREVIOUS: until };
  const during = await start(changing);
  const session = { headers: { cookie: page.jar.header } };
  expect((await browser(during).get('/session', session)).body.person.email).toBe(email);
  const done = JSON.parse((await rotate(changing)).out);
  for (const column of ['secret', 'recovery_codes'])
    expect(done).toContainEqual({ column: `two_factors.${column}`, rotated: 1, unopened: 0 });
  const after = browser(await start({ SECRET_KEY: next }));
  await after.post('/sign-in', { email, password });
  expect((await after.post('/sign-in/second-factor', { code: oneTimeCode(uri) })).status).toBe(200);
});

test('what neither key opens stays as it is, and the command says so and fails', async ({ onTestFinished }) => {
  const { database, start, rotate } = await setUp(onTestFinished);
  const hall = await start({ SECRET_KEY: 'an older key, which somebody has lost' });
  const organisation = await hall.organisation();
  await organisation.client.post('/v1/halls', {}, { headers: { 'idempotency-key': 'lost' } });
  // More than one batch, and out of its place none opens.
  await database.query(
    `insert into idempotent_requests (organisation_id, key, fingerprint, seed, leased_until, status, body)
     select organisation_id, 'copy ' || n, fingerprint, seed, leased_until, status, body
     from idempotent_requests, generate_series(1, 1100) n`,
  );
  const bodies = () => database.query('select key, body from idempotent_requests order by key');
  const before = await bodies();
  const { code, out, err } = await rotate({ SECRET_KEY: next, SECRET_KEY_PREVIOUS: until });
  expect(code).toBe(1);
  expect(JSON.parse(out)).toContainEqual({ column: 'idempotent_requests.body', rotated: 0, unopened: 1101 });
  expect(err).toMatch(/^1101 values were sealed with neither of the two keys/);
  expect(await bodies()).toEqual(before);
});

test('every column of bytes is sealed, and then changed with the key, or a hash', async ({ onTestFinished }) => {
  const { database } = await setUp(onTestFinished);
  const columns = await database.query(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and data_type = 'bytea'`,
  );
  const hashes = ['keys.hash', 'links.hash', 'idempotent_requests.fingerprint'];
  const sealed = secretColumns(sealWith(next), signingSecrets(next))
    .filter(({ mark }) => typeof mark !== 'string')
    .map(({ table, column }) => `${table}.${column}`);
  expect(columns.map(({ name }) => name).sort()).toEqual([...hashes, ...sealed].sort());
});

test('without both keys it does nothing and names them', async ({ onTestFinished }) => {
  const { rotate } = await setUp(onTestFinished);
  for (const keys of [{ SECRET_KEY: next }, { SECRET_KEY: next, SECRET_KEY_PREVIOUS: next }]) {
    const { code, err } = await rotate(keys);
    expect(code).toBe(1);
    expect(err).toMatch(/^Set SECRET_KEY to the new key and SECRET_KEY_PREVIOUS/);
  }
});
