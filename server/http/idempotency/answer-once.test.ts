import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/setup/hall.ts';
import { forgetOldRows } from '../../database/forget-old-rows.ts';
import { type OpenDatabase, openDatabase } from '../../database/open-database.ts';
import { HallError } from '../../errors.ts';
import { createOrganisation } from '../../organisations/create-organisation.ts';
import { organisationStore } from '../../organisations/organisation-store.ts';
import { sealWith } from '../../sealed.ts';
import type { Answer, Attempt } from '../route.ts';
import { answerOnce } from './answer-once.ts';

import { requestStore } from './request-store.ts';

let database: TestDatabase;
let opened: OpenDatabase;
let organisationId: string;
beforeAll(async () => {
  database = await testDatabase();
  opened = openDatabase(database.connection, { poolSize: 10, onLost: () => {} });
  organisationId = (await createOrganisation(organisationStore(opened.database))({ name: 'Test', plan: 'free' })).id;
});
afterAll(async () => {
  await opened?.close();
  await database?.drop();
});

const setUp = () => {
  const once = answerOnce(requestStore(opened.database), sealWith('a secret key that is only for tests'), () => {});
  const key = randomUUID();
  const attempts: Attempt[] = [];
  const request = { method: 'POST', path: '/v1/halls', body: { name: 'Algebra' } };
  return {
    key,
    attempts,
    /** Sends the request; `act` is what the operation does. */
    send: (act: (attempt: Attempt) => Promise<Answer>, body: unknown = request.body) =>
      once(organisationId, key, { ...request, body }, (attempt) => {
        attempts.push(attempt);
        return act(attempt);
      }),
  };
};

const done: Answer = { status: 201, body: { id: 'hall_1' }, location: '/v1/halls/hall_1' };
const succeed = async (): Promise<Answer> => done;
const notAgain = async (): Promise<Answer> => expect.fail('the operation ran once more');

test('a repeat waits while the first is at work, and gets its answer', async () => {
  const { send } = setUp();
  const finish = Promise.withResolvers<Answer>();
  const started = Promise.withResolvers<void>();
  const first = send(() => {
    started.resolve();
    return finish.promise;
  });
  await started.promise;
  let isAnswered = false;
  const second = send(notAgain).finally(() => {
    isAnswered = true;
  });
  await expect(send(notAgain, { name: 'Geometry' })).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  expect(isAnswered).toBe(false);
  finish.resolve(done);
  expect(await first).toEqual({ ...done, replayed: false });
  expect(await second).toEqual({ ...done, replayed: true });
});

describe('the repeat of what failed', () => {
  test('begins anew after a refusal, which did nothing', async () => {
    const { attempts, send } = setUp();
    await expect(send(() => Promise.reject(new HallError('plan_limit')))).rejects.toMatchObject({ code: 'plan_limit' });
    expect(await send(succeed)).toMatchObject({ replayed: false });
    expect(attempts.map(({ resumed }) => resumed)).toEqual([false, false]);
    expect(attempts[0]?.seed).not.toBe(attempts[1]?.seed);
  });

  test('resumes at once after any other failure, of which nobody knows what it had done', async () => {
    const { attempts, send } = setUp();
    await expect(send(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await send(succeed)).toMatchObject({ replayed: false });
    expect(attempts.map(({ resumed }) => resumed)).toEqual([false, true]);
    expect(attempts[0]?.seed).toBe(attempts[1]?.seed);
  });

  test('resumes what a dead process was at, when its lease has run out; another body is refused even then', async () => {
    const { attempts, key, send } = setUp();
    void send(() => new Promise(() => {}));
    await expect.poll(() => attempts.length).toBe(1);
    await database.query("update idempotent_requests set leased_until = now() - interval '1 second' where key = $1", [
      key,
    ]);
    await expect(send(notAgain, {})).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    expect(await send(succeed)).toMatchObject({ replayed: false });
    expect(attempts[1]).toEqual({ seed: attempts[0]?.seed, resumed: true });
  });
});

test('requests older than 24 hours are forgotten, however many, and younger ones are not', async () => {
  const insert = (name: string, count: number, age: string) =>
    database.query(
      `insert into idempotent_requests (organisation_id, key, fingerprint, seed, leased_until, created_at)
       select $1, $2 || n, '', '', now(), now() - $4::interval from generate_series(1, $3::integer) n`,
      [organisationId, name, count, age],
    );
  await insert('old', 2_500, '24 hours 1 second');
  await insert('young', 3, '23 hours 59 minutes');
  const forgetting = forgetOldRows([requestStore(opened.database).prune], (error) => expect.fail(String(error)));
  await forgetting.tick();
  await expect
    .poll(() => database.query("select count(*)::integer as count from idempotent_requests where key ~ '^old'"))
    .toEqual([{ count: 0 }]);
  forgetting.stop();
  expect(await database.query("select key from idempotent_requests where key ~ '^young' order by key")).toEqual([
    { key: 'young1' },
    { key: 'young2' },
    { key: 'young3' },
  ]);
});
