import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base, describe, expect, vi } from 'vitest';
import { openBucket, type StorageAccess } from '../../server/storage/bucket.ts';
import { hallCommand } from '../cli/hall-command.ts';
import { openHall } from '../live/fixtures.ts';
import { startHall, type TestHall } from '../setup/hall.ts';
import { connectedEnvironment } from '../setup/hall-process.ts';
import { type S3Server, s3OfFile } from '../setup/s3.ts';

/* Storage settings by the command line, on a real S3 server. */

// Each command is a process of its own.
vi.setConfig({ testTimeout: 120_000 });

type Fixtures = { $file: { hall: TestHall; s3: S3Server } };

const test = base.extend<Fixtures>({
  hall: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs
    async ({}, use) => {
      const hall = await startHall();
      await use(hall);
      await hall.stop();
    },
    { scope: 'file' },
  ],
  s3: [s3OfFile, { scope: 'file' }],
});

type OnEnd = Parameters<typeof hallCommand>[1];

const setArguments = (organisation: string, access: StorageAccess): string[] => [
  ...['storage', 'set', '--organisation', organisation],
  ...['--endpoint', access.endpoint, '--region', access.region, '--bucket', access.bucket],
  ...['--access-key-id', access.access_key_id, ...(access.path_style ? ['--path-style'] : [])],
];

const command = (hall: TestHall, onEnd: OnEnd, secret = 'unused') =>
  hallCommand({ ...connectedEnvironment({ database: hall.database }), STORAGE_SECRET_ACCESS_KEY: secret }, onEnd);

describe('storage settings', () => {
  test('are set, shown without the secret, tested and removed', async ({ hall, s3, onTestFinished }) => {
    const { id, client } = await hall.organisation();
    const { run, json } = command(hall, onTestFinished, s3.access.secret_access_key);
    expect((await client.get('/v1/organisation')).body.storage_configured).toBe(false);
    expect((await run('storage', 'show', '--organisation', id)).err).toMatch(/has no storage settings/);
    expect((await run('storage', 'test', '--organisation', id)).code).toBe(1);
    expect((await run('storage', 'remove', '--organisation', id)).err).toMatch(/no storage settings/);

    const made = await json(...setArguments(id, s3.access), '--prefix', '/school/halls/');
    const { secret_access_key: secret, ...shown } = s3.access;
    expect(made).toEqual({ ...shown, prefix: 'school/halls', updated_at: expect.any(String) });
    expect(await json('storage', 'show', '--organisation', id)).toEqual(made);
    expect((await client.get('/v1/organisation')).body.storage_configured).toBe(true);
    const stored = await hall.database.query('select * from storage_settings');
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(Buffer.concat(stored.map((row) => row.secret_access_key)).includes(secret)).toBe(false);

    expect(await json('storage', 'test', '--organisation', id)).toEqual({ ok: true });
    expect(existsSync(s3.fileOf('school/halls'))).toBe(false);
    expect(await json('storage', 'remove', '--organisation', id)).toEqual({ removed: true });
    expect((await client.get('/v1/organisation')).body.storage_configured).toBe(false);
  });

  test('another organisation has none of them, and a secret that was moved to it does not open', async ({
    hall,
    s3,
    onTestFinished,
  }) => {
    const [mine, other] = [await hall.organisation(), await hall.organisation()];
    const { run, json } = command(hall, onTestFinished, s3.access.secret_access_key);
    await json(...setArguments(mine.id, s3.access));
    expect((await other.client.get('/v1/organisation')).body.storage_configured).toBe(false);
    await hall.database.query(
      `insert into storage_settings select $2, endpoint, region, bucket, prefix, path_style, access_key_id, secret_access_key
       from storage_settings where organisation_id = $1`,
      [mine.id, other.id],
    );
    expect(await run('storage', 'test', '--organisation', other.id)).toMatchObject({ code: 1, out: '' });
  });

  test('are not removed while halls that are to be recorded are open, but by force', async ({
    hall,
    s3,
    onTestFinished,
  }) => {
    const { id, client } = await hall.organisation();
    const { run, json } = command(hall, onTestFinished, s3.access.secret_access_key);
    await json(...setArguments(id, s3.access));
    const hallId = await openHall(client);
    await hall.database.query('update halls set record = true where id = $1', [hallId]);
    const refused = await run('storage', 'remove', '--organisation', id);
    expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(/are to be recorded: 1\. Close them/)]);
    expect(await json('storage', 'remove', '--organisation', id, '--force')).toEqual({ removed: true });
  });

  test.for<[string, string[], RegExp]>([
    ['an endpoint with a password', ['--endpoint', 'http://a:b@s3.test'], /\/endpoint must be/],
    ['no address', ['--endpoint', 's3.test'], /\/endpoint must be/],
    ['another protocol', ['--endpoint', 'file:///etc/passwd'], /\/endpoint must be/],
    ['no bucket', ['--bucket', '../x'], /\/bucket must be/],
    ['a prefix that climbs', ['--prefix', 'a/../b'], /\/prefix must be/],
    ['no region', ['--region', 'us east'], /\/region must be/],
    ['no such organisation', ['--organisation', 'org_nobody'], /Organisation not found/],
  ])('refused: %s', async ([, change, says], { hall, s3, onTestFinished }) => {
    const { id } = await hall.organisation();
    const { run } = command(hall, onTestFinished, 'secret');
    const { code, err } = await run(...setArguments(id, s3.access), ...change);
    expect([code, err]).toEqual([1, expect.stringMatching(says)]);
  });

  test('refused: no secret', async ({ hall, s3, onTestFinished }) => {
    const { id } = await hall.organisation();
    const { run } = command(hall, onTestFinished, '');
    expect((await run(...setArguments(id, s3.access))).err).toMatch(/STORAGE_SECRET_ACCESS_KEY/);
  });
});

describe('the test says what failed in a person’s words, and nothing of what the endpoint said', () => {
  test.for<[string, (access: StorageAccess) => StorageAccess, string, RegExp]>([
    ['no such bucket', (access) => ({ ...access, bucket: 'elsewhere' }), 'no_bucket', /no such bucket/],
    ['another secret', (access) => ({ ...access, secret_access_key: 'x' }), 'wrong_secret', /does not belong/],
    ['another key', (access) => ({ ...access, access_key_id: 'x' }), 'wrong_key', /not known/],
    ['no such host', (access) => ({ ...access, endpoint: 'http://nobody.invalid' }), 'unresolved', /resolved/],
    ['nobody listens', (access) => ({ ...access, endpoint: 'http://127.0.0.1:1' }), 'refused', /does not accept/],
    ['no TLS', (access) => ({ ...access, endpoint: access.endpoint.replace('http', 'https') }), 'tls', /TLS/],
  ])('%s', async ([, change, fault, says], { hall, s3, onTestFinished }) => {
    const { id } = await hall.organisation();
    const access = change(s3.access);
    const { json, run } = command(hall, onTestFinished, access.secret_access_key);
    await json(...setArguments(id, access));
    const { code, out } = await run('storage', 'test', '--organisation', id, '--json');
    expect([code, JSON.parse(out)]).toEqual([
      1,
      { ok: false, step: 'write', fault, detail: expect.stringMatching(says) },
    ]);
  });

  const serverThatSays = async (
    answer: { status: number; body: string },
    onEnd: (undo: () => Promise<void>) => void,
  ): Promise<string> => {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(answer.status, { 'content-type': 'application/xml' }).end(answer.body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onEnd(async () => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const s3Error = (code: string) =>
    `<?xml version="1.0"?><Error><Code>${code}</Code><Message>inner words</Message></Error>`;

  test.for<[string, number, string, string]>([
    ['a clock that is wrong', 403, s3Error('RequestTimeTooSkewed'), 'clock'],
    ['access denied', 403, s3Error('AccessDenied'), 'access_denied'],
    ['another region', 301, s3Error('PermanentRedirect'), 'wrong_region'],
    ['a full disk', 507, s3Error('XMinioStorageFull'), 'full'],
    ['a server of another kind', 200, '<html>inner words</html>', 'not_storage'],
    ['a server in trouble', 500, s3Error('InternalError'), 'failing'],
  ])('%s', async ([, status, body, fault], { s3, onTestFinished }) => {
    const endpoint = await serverThatSays({ status, body }, onTestFinished);
    const bucket = openBucket({ ...s3.access, endpoint });
    onTestFinished(async () => bucket.close());
    const asked = bucket.beginUpload('a', 'video/mp4');
    await expect(asked).rejects.toMatchObject({ fault, message: expect.not.stringContaining('inner words') });
  });
});
