import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { eventually } from '../setup/eventually.ts';
import { startHall, type TestHall } from '../setup/hall.ts';
import { connectedEnvironment, type OnEnd } from '../setup/hall-process.ts';
import { type HallCommand, hallCommand } from './hall-command.ts';

vi.setConfig({ testTimeout: 120_000 });

let hall: TestHall;
beforeAll(async () => {
  hall = await startHall();
});
afterAll(() => hall?.stop());

/** The command line on the database of the server that runs. */
const besideServer = (onEnd: OnEnd): HallCommand =>
  hallCommand(connectedEnvironment({ database: hall.database }), onEnd);

/** From the end of a command on, in milliseconds: what every instance knows by then. */
const soon = 1_000;

describe.concurrent('beside a running server', () => {
  test('organisations are made, listed and changed, and a change is in force within a second', async ({
    onTestFinished,
  }) => {
    const { run, json } = besideServer(onTestFinished);
    const made = await json('organisations', 'create', '--name', 'Ada & Co', '--plan', 'free');
    expect(made).toEqual({
      id: expect.stringMatching(/^org_/),
      name: 'Ada & Co',
      plan: 'free',
      max_concurrent_halls: 5,
      rate_limits: { requests: 100, create: 10, join: 60 },
      open_halls: 0,
      logo_url: null,
      colour: null,
      created_at: expect.any(String),
    });
    const { key } = await json('keys', 'create', '--organisation', made.id, '--name', 'test');
    const client = hall.client(`Bearer ${key}`);
    const before = await client.get('/v1/organisation');
    expect(before.body).toMatchObject({
      id: made.id,
      name: 'Ada & Co',
      plan: { name: 'free', max_concurrent_halls: 5 },
    });
    expect(before.headers.get('x-ratelimit-limit')).toBe('100');

    const own = ['--rate-limit', 'requests=50', '--rate-limit', 'join=7', '--max-concurrent-halls', '2'];
    const changed = await json('organisations', 'update', made.id, '--plan', 'pro', ...own);
    expect(changed).toEqual({
      ...made,
      plan: 'pro',
      max_concurrent_halls: 2,
      rate_limits: { requests: 50, create: 10, join: 7 },
    });
    await eventually(
      async () => expect((await client.get('/v1/organisation')).headers.get('x-ratelimit-limit')).toBe('50'),
      soon,
    );
    expect(await json('organisations', 'list')).toContainEqual(changed);
    const back = ['--rate-limit', 'requests=plan', '--rate-limit', 'join=plan', '--max-concurrent-halls', 'plan'];
    expect(await json('organisations', 'update', made.id, ...back)).toMatchObject({
      max_concurrent_halls: 50,
      rate_limits: { requests: 100, create: 10, join: 60 },
    });
    const brand = ['--logo-url', 'https://school.test/logo.png', '--colour', '#336699'];
    expect(await json('organisations', 'update', made.id, ...brand)).toMatchObject({
      logo_url: 'https://school.test/logo.png',
      colour: '#336699',
    });
    expect(await json('organisations', 'update', made.id, '--logo-url', 'none', '--colour', 'none')).toMatchObject({
      logo_url: null,
      colour: null,
    });
    for (const bad of [
      ['--logo-url', 'http://school.test/logo.png'],
      ['--colour', 'red'],
    ])
      expect((await run('organisations', 'update', made.id, ...bad)).code).not.toBe(0);
    const { code, out } = await run('organisations', 'list');
    expect(code).toBe(0);
    expect(out).toMatch(/^ID +NAME +PLAN/);
    expect(out).toMatch(new RegExp(`^${made.id} +Ada & Co +pro +0 of 50 `, 'm'));
  });

  test('keys are made, listed and revoked, and a revoked key is refused within a second', async ({
    onTestFinished,
  }) => {
    const { run, json } = besideServer(onTestFinished);
    const { id: organisation } = await hall.organisation();
    const create = await run('keys', 'create', '--organisation', organisation, '--name', 'for scripts');
    expect(create).toMatchObject({ code: 0, err: '' });
    const made = JSON.parse(create.out);
    expect(made).toEqual({ id: expect.stringMatching(/^key_/), key: expect.stringMatching(/^hall_live_\w{38}$/) });
    const other = await json('keys', 'create', '--organisation', organisation, '--name', 'other');
    const ask = async ({ key }: { key: string }) => (await hall.client(`Bearer ${key}`).get('/v1/halls')).status;
    expect([await ask(made), await ask(other)]).toEqual([200, 200]);

    const listed = await json('keys', 'list', '--organisation', organisation);
    const shown = { id: made.id, organisation_id: organisation, name: 'for scripts', revoked_at: null };
    expect(listed).toContainEqual(expect.objectContaining({ ...shown, ends_with: made.key.slice(-4) }));
    expect(JSON.stringify(listed)).not.toContain(made.key);

    expect((await json('keys', 'revoke', made.id)).revoked_at).toEqual(expect.any(String));
    await eventually(async () => expect(await ask(made)).toBe(401), soon);
    expect(await ask(other)).toBe(200);
    const byItself = await run('keys', 'revoke', other.key);
    expect(byItself).toMatchObject({ code: 0, out: expect.stringContaining(`${other.id} is revoked`) });
    await eventually(async () => expect(await ask(other)).toBe(401), soon);
  });

  test('plans are listed, made and changed', async ({ onTestFinished }) => {
    const { run, json } = besideServer(onTestFinished);
    const shipped = await json('plans', 'list');
    expect(shipped).toContainEqual({
      name: 'free',
      max_concurrent_halls: 5,
      max_participants_per_hall: 25,
      max_duration_seconds: 3_600,
      rate_limits: { requests: 100, create: 10, join: 60 },
    });
    expect(shipped.map((plan: { name: string }) => plan.name)).toEqual(expect.arrayContaining(['pro', 'enterprise']));
    const limits = ['--max-concurrent-halls', '3', '--max-participants-per-hall', '9', '--max-duration-seconds', '600'];
    await json('plans', 'set', 'school', ...limits);
    const school = await json('plans', 'set', 'school', '--create', '4', '--max-duration-seconds', '700');
    expect(school).toEqual({
      name: 'school',
      max_concurrent_halls: 3,
      max_participants_per_hall: 9,
      max_duration_seconds: 700,
      rate_limits: { requests: 100, create: 4, join: 60 },
    });
    expect((await run('plans', 'list')).out).toMatch(/^school +3 +9 +700 +100 +4 +60$/m);
    const made = await json('organisations', 'create', '--name', 'School', '--plan', 'school');
    expect(made).toMatchObject({ plan: 'school', max_concurrent_halls: 3 });
  });

  test('links are made for an operator and for a new password', async ({ onTestFinished }) => {
    const { json, run } = besideServer(onTestFinished);
    const { url, expires_at: expiresAt } = await json('people', 'set-up-link');
    expect(url).toMatch(/\/dashboard\/link#[\w-]{43}$/);
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(86_000_000);
    const redeemed = await fetch(`${hall.url}/dashboard/v1/links/redeem`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({
        secret: url.split('#')[1],
        name: 'Ada',
        email: 'Operator@example.org',
        password: 'correct horse battery staple',
      }),
    });
    expect(redeemed.status).toBe(200);
    const reset = await run('people', 'reset-link', 'operator@example.org', '--no-second-factor');
    expect(reset).toMatchObject({
      code: 0,
      out: expect.stringMatching(/new password, once, until .*\n\n.*#[\w-]{43}$/m),
    });
    const unknown = await run('people', 'reset-link', 'nobody@example.org');
    expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('Nobody here has the address') });
  });

  test('doctor says of every part what it found', async ({ onTestFinished }) => {
    const port = new URL(hall.url).port;
    const environment = { ...connectedEnvironment({ database: hall.database }), PORT: port };
    const findings = await hallCommand(environment, onTestFinished).json('doctor');
    const parts = ['Node.js', 'data folder', 'PostgreSQL', 'Redis', 'LiveKit', 'browser', 'API'];
    expect(findings).toEqual(parts.map((part) => ({ part, ok: true, found: expect.any(String) })));
    expect(findings.at(-1).found).toBe(`answers on port ${port}`);

    const away = { DATABASE_URL: 'postgres://hall:never-shown@127.0.0.1:1/hall', REDIS_URL: 'redis://127.0.0.1:1' };
    const broken = await hallCommand({ ...environment, ...away }, onTestFinished).run('doctor');
    expect(broken.code).toBe(1);
    expect(broken.out).toMatch(/^MISSING +PostgreSQL .*ECONNREFUSED/m);
    expect(broken.out).toMatch(/^MISSING +Redis .*ECONNREFUSED/m);
    expect(broken.out).toMatch(/^ok +LiveKit /m);
    expect(broken.out + broken.err).not.toContain('never-shown');
  });
});

describe.concurrent('errors end with exit code 1 and tell what is wrong', () => {
  const refused: { args: string[]; says: RegExp }[] = [
    { args: ['organisations', 'update', 'org_nobody', '--plan', 'pro'], says: /There is no organisation "org_nobody"/ },
    {
      args: ['organisations', 'create', '--name', 'X', '--plan', 'gold'],
      says: /no plan "gold".*free, pro, enterprise/,
    },
    { args: ['organisations', 'create', '--plan', 'free'], says: /required option '--name <name>' not specified/ },
    { args: ['organisations', 'update', 'org_x', '--rate-limit', 'requests=0'], says: /whole number of at least 1/ },
    { args: ['keys', 'revoke', 'key_nobody'], says: /There is no such key/ },
    { args: ['plans', 'set', 'tiny', '--create', '1'], says: /The plan "tiny" is new: give --max-/ },
    { args: ['halls', 'list'], says: /unknown command 'halls'/ },
  ];

  test.for(refused)('hall $args', async ({ args, says }, { onTestFinished }) => {
    const { code, out, err } = await besideServer(onTestFinished).run(...args);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(says);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  test('nobody answers at DATABASE_URL', async ({ onTestFinished }) => {
    const nowhere = { database: hall.database, databaseUrl: 'postgres://hall:never-shown@127.0.0.1:1/hall' };
    const { code, out, err } = await hallCommand(connectedEnvironment(nowhere), onTestFinished).run('plans', 'list');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err.trim()).toBe('The database does not answer. Check DATABASE_URL, or see: hall doctor');
  });
});
