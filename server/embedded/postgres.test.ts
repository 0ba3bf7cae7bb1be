import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, readdir, readlink, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type DataFolder, openDataFolder } from './data-folder.ts';
import { type EmbeddedPostgres, type PostgresConnection, runningPostgres, startPostgres } from './postgres.ts';
import { postgresHome } from './postgres-home.ts';
import { copyClone } from './testing/copy-clone.ts';
import { childrenOf, isRoot, silentLog, startScript, stopScript, temporaryFolder, until } from './testing/processes.ts';

const start = (dataFolder: DataFolder, systemFolder = '/nowhere/hall'): Promise<EmbeddedPostgres> =>
  startPostgres({ dataFolder, log: silentLog, report: () => undefined, systemFolder });

async function ask(connection: PostgresConnection, sql: string): Promise<unknown> {
  const client = new pg.Client(connection);
  // A server that stops tells every connection.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

const answers = (connection: PostgresConnection) =>
  ask(connection, 'SELECT 1').then(
    () => true,
    () => false,
  );

const postmaster = () => childrenOf(process.pid).find(({ command }) => command.includes('/bin/postgres -D'))?.pid ?? 0;

describe('one database through its life', () => {
  let dataFolder: DataFolder;
  let postgres: EmbeddedPostgres;
  let clean: () => Promise<void>;

  beforeAll(async () => {
    const folder = await temporaryFolder((remove) => {
      clean = remove;
    });
    dataFolder = await openDataFolder(join(folder, 'hall'), 'server');
    postgres = await start(dataFolder);
  });

  afterAll(async () => {
    await postgres.stop();
    await dataFolder.release();
    await clean();
  });

  test('its cluster is made for text of every language, and checks its pages', async () => {
    expect(await ask(postgres.connection, 'SHOW server_encoding')).toBe('UTF8');
    expect(await ask(postgres.connection, 'SHOW data_checksums')).toBe('on');
    expect(await ask(postgres.connection, "SELECT upper('é')")).toBe('É');
    expect(await ask(postgres.connection, 'SHOW fsync')).toBe('on');
  });

  test('it listens on a socket in a folder of its own and on no port', async () => {
    expect(await ask(postgres.connection, 'SHOW listen_addresses')).toBe('');
    expect((await stat(postgres.connection.host)).mode & 0o777).toBe(0o700);
  });

  test('it asks for the password, and Hall is not its superuser', async () => {
    await expect(ask({ ...postgres.connection, password: 'guess' }, 'SELECT 1')).rejects.toThrow('password');
    expect(await ask(postgres.connection, "SELECT current_setting('is_superuser')")).toBe('off');
    await ask(postgres.connection, 'CREATE DATABASE of_a_test');
  });

  test('a command finds it by the data folder', async () => {
    expect(await runningPostgres(dataFolder.path)).toEqual(postgres.connection);
  });

  test('it comes back by itself when it is killed, with its data', async () => {
    await ask(postgres.connection, 'CREATE TABLE kept AS SELECT 42 AS answer');
    // A connection that is open keeps a process of the killed one alive for a moment.
    const idle = new pg.Client(postgres.connection);
    idle.on('error', () => undefined);
    await idle.connect();
    const killed = postmaster();
    process.kill(killed, 'SIGKILL');
    await until(() => ![0, killed].includes(postmaster()) && postgres.state === 'running', 15_000);
    expect(await ask(postgres.connection, 'SELECT answer FROM kept')).toBe(42);
  });

  test('a second start keeps the data, past the pid file of a killed one whose pid is a stranger’s now', async () => {
    await postgres.stop();
    expect(postgres.state).toBe('stopped');
    expect(await answers(postgres.connection)).toBe(false);
    const folder = join(dataFolder.path, 'postgres', 'data');
    const { uid, gid } = await stat(folder);
    // Of PostgreSQL's own user, for it takes no notice of the processes of others.
    const stranger = spawn('/bin/sleep', ['300'], isRoot ? { uid, gid } : {});
    onTestFinished(() => void stranger.kill('SIGKILL'));
    await writeFile(join(folder, 'postmaster.pid'), `${stranger.pid}\n${folder}\n1\n5432\n\n\n0 0\nready   \n`);
    postgres = await start(dataFolder);
    expect(await ask(postgres.connection, 'SELECT answer FROM kept')).toBe(42);
    expect(stranger.exitCode).toBe(null);
  });

  test('a start that PostgreSQL refuses is told in its own words', async () => {
    await postgres.stop();
    const file = join(dataFolder.path, 'postgres', 'data', 'postgresql.auto.conf');
    await writeFile(file, "max_connections = 'many'\n");
    await expect(start(dataFolder)).rejects.toThrow(/^PostgreSQL did not start in .*max_connections/);
    await writeFile(file, '');
    postgres = await start(dataFolder);
  });

  test('the database of another major version is refused', async () => {
    await postgres.stop();
    const file = join(dataFolder.path, 'postgres', 'data', 'PG_VERSION');
    await writeFile(file, '17\n');
    await expect(start(dataFolder)).rejects.toThrow(
      /was made by PostgreSQL 17, and this Hall comes with PostgreSQL 18/,
    );
    await writeFile(file, '18\n');
    postgres = await start(dataFolder);
  });

  test('a database whose passwords are gone is refused', async () => {
    await postgres.stop();
    const [secrets, aside] = [join(dataFolder.path, 'secrets'), join(dataFolder.path, 'aside')];
    await rename(secrets, aside);
    await expect(start(dataFolder)).rejects.toThrow(/Restore that folder/);
    await rm(secrets, { recursive: true });
    await rename(aside, secrets);
    postgres = await start(dataFolder);
  });

  test('it is gone soon after a Hall that is killed with -9, and the next start finds everything in order', async () => {
    await postgres.stop();
    await dataFolder.release();
    const hall = await startScript('run-postgres.ts', dataFolder.path, '/nowhere/hall');
    const connection: PostgresConnection = JSON.parse(hall.firstLine);
    hall.process.kill('SIGKILL');
    await once(hall.process, 'exit');
    // At once, while the watcher may still be ending the old one.
    dataFolder = await openDataFolder(dataFolder.path, 'server');
    postgres = await start(dataFolder);
    expect(await ask(connection, 'SELECT answer FROM kept')).toBe(42);
  });
});

describe.runIf(isRoot)('under root, in a clone that nobody else can enter, as in its home folder', () => {
  async function hiddenFolder(): Promise<{ hidden: string; systemFolder: string }> {
    const folder = await temporaryFolder();
    const hidden = join(folder, 'home');
    await mkdir(hidden, { mode: 0o700 });
    // So deep that no socket fits in it.
    return { hidden, systemFolder: join(folder, 'd'.repeat(100)) };
  }

  test('programs and database go to the system folder, the socket to a short one, and all stays there', async () => {
    const { hidden, systemFolder } = await hiddenFolder();
    const clone = join(hidden, 'hall');
    await copyClone(clone);
    const script = join(clone, 'server', 'embedded', 'testing', 'run-postgres.ts');
    const path = join(clone, '.hall');

    const first = await startScript(script, path, systemFolder);
    const connection: PostgresConnection = JSON.parse(first.firstLine);
    expect(connection.host).toMatch(/^\/tmp\/hall-\w+$/);
    expect((await stat(connection.host)).mode & 0o777).toBe(0o700);
    await ask(connection, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await stopScript(first);
    await expect(stat(connection.host)).rejects.toThrow('ENOENT');

    const second = await startScript(script, path, systemFolder);
    expect(await ask(JSON.parse(second.firstLine), 'SELECT answer FROM kept')).toBe(42);
    expect((await readdir(systemFolder)).map((name) => name.split('-')[0]).sort()).toEqual(['data', 'postgres']);
    await stopScript(second);
    // It copies the programs twice, some 120 MB.
  }, 90_000);

  const homeIn = (dataFolder: string, systemFolder: string, told: string[] = []) =>
    postgresHome({ dataFolder, systemFolder, userName: 'postgres', report: (message) => told.push(message) });

  test('the person is told where the database is, once, and a link in the data folder leads there', async () => {
    const { hidden, systemFolder } = await hiddenFolder();
    const told: string[] = [];
    const { path } = await homeIn(hidden, systemFolder, told);
    expect(await readlink(join(hidden, 'postgres'))).toBe(path);
    expect((await homeIn(hidden, systemFolder, told)).path).toBe(path);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(`The database is kept in ${path}`);
  });

  test('a first start that was interrupted is no hindrance', async () => {
    const { hidden, systemFolder } = await hiddenFolder();
    const { path, user = { uid: 0, gid: 0 } } = await homeIn(hidden, systemFolder);
    await rm(join(hidden, 'postgres'));
    await mkdir(join(hidden, 'postgres'));
    await chown(join(hidden, 'postgres'), user.uid, user.gid);
    expect((await homeIn(hidden, systemFolder)).path).toBe(path);
  });

  test('a lost database is not replaced by an empty one', async () => {
    const { hidden, systemFolder } = await hiddenFolder();
    const { path } = await homeIn(hidden, systemFolder);
    await rm(path, { recursive: true });
    await expect(homeIn(hidden, systemFolder)).rejects.toThrow(`was kept in ${path}, which is not there any more`);
  });

  test('the database of a data folder that was deleted is not taken over by its successor', async () => {
    const { hidden, systemFolder } = await hiddenFolder();
    const first = await homeIn(hidden, systemFolder);
    await writeFile(join(first.path, 'data'), 'of the first');
    await rm(join(hidden, 'postgres'));
    const second = await homeIn(hidden, systemFolder);
    expect(second.path).toBe(`${first.path}-2`);
  });
});

test.runIf(isRoot)('root is told what to do about a database that belongs to root', async () => {
  const path = join(await temporaryFolder(), 'hall');
  await mkdir(join(path, 'postgres', 'data'), { recursive: true });
  const dataFolder = await openDataFolder(path, 'server');
  await expect(start(dataFolder)).rejects.toThrow(/belongs to root.*chown -R postgres: /);
  await dataFolder.release();
});
