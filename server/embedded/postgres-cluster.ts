import { execFile } from 'node:child_process';
import { chown, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Report } from './log.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import type { PostgresHome } from './postgres-home.ts';
import { commandLineOf } from './process-identity.ts';
import { StartError } from './start-error.ts';
import { reasonOf } from './system-error.ts';

const run = promisify(execFile);

/** All that PostgreSQL's programs are given; the language of their messages must not depend on the machine. */
export const postgresEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C' };

/** The superuser, who only prepares: Hall itself works as the owner of its database. */
export const adminUser = 'hall_admin';

export const clusterFolder = (home: PostgresHome): string => join(home.path, 'data');

/** Makes the database cluster in this home, unless there is one. Throws a StartError. */
export async function ensureCluster(
  home: PostgresHome,
  binaries: PostgresBinaries,
  password: string,
  report: Report,
): Promise<void> {
  const folder = clusterFolder(home);
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version !== undefined) return checkVersion(folder, version.trim(), binaries);
  if ((await stat(folder).catch(() => undefined)) !== undefined) {
    throw new StartError(
      `The folder ${folder} holds no PostgreSQL database. Restore it, or delete it to begin with an empty one.`,
    );
  }
  report('Making the database');
  await makeCluster(home, binaries.initdb, password);
}

function checkVersion(folder: string, version: string, binaries: PostgresBinaries): void {
  const [major] = binaries.version.split('.');
  if (version === major) return;
  throw new StartError(
    `The database in ${folder} was made by PostgreSQL ${version}, and this Hall comes with PostgreSQL ${major}, which cannot read it. ` +
      `Dump it with the Hall that made it and restore the dump here, or run it with a PostgreSQL ${version} of your own and set DATABASE_URL.`,
  );
}

/** Makes it under another name first: an interrupted attempt leaves no half of a database. */
async function makeCluster(home: PostgresHome, initdb: string, password: string): Promise<void> {
  const draft = join(home.path, 'data.new');
  const passwordFile = join(home.path, 'password.new');
  try {
    await rm(draft, { recursive: true, force: true });
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (home.user !== undefined) await chown(passwordFile, home.user.uid, home.user.gid);
    await run(initdb, [...initArguments, `--pgdata=${draft}`, `--pwfile=${passwordFile}`], {
      ...home.user,
      cwd: '/',
      env: postgresEnvironment,
    });
    await rename(draft, clusterFolder(home));
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined);
    throw new StartError(`The database could not be made in ${home.path}. PostgreSQL says: ${lastWords(error)}`);
  } finally {
    await rm(passwordFile, { force: true }).catch(() => undefined);
  }
}

// Text is compared by its bytes and has Unicode's upper and lower case, on every machine alike.
const initArguments = [
  `--username=${adminUser}`,
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  '--no-instructions',
  ...settingArguments(),
];

/** For one machine that also runs the API and the media server. They go to postgresql.conf, where an operator may change them. */
function settingArguments(): string[] {
  const megabytes = totalmem() / 2 ** 20;
  const settings = {
    shared_buffers: megabytes >= 4096 ? '256MB' : '128MB',
    effective_cache_size: `${Math.max(128, Math.floor(megabytes / 4))}MB`,
    // Hall's disks are SSDs; the default of 4 is for spinning ones.
    random_page_cost: '1.1',
    // Only short statements are run: compiling them or spreading them over the cores costs more than it gives.
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    log_checkpoints: 'off',
    // Statements that fail are reported by Hall, which sent them.
    log_min_messages: 'log',
    log_timezone: 'UTC',
    timezone: 'UTC',
  };
  return Object.entries(settings).map(([name, value]) => `--set=${name}=${value}`);
}

/** The faults among what initdb wrote to its standard error: the first is the cause, the last names the step. */
function lastWords(error: unknown): string {
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
  const lines = said.split('\n').map((line) => line.replace(/^.*?(?=(PANIC|FATAL|ERROR): )/, '').trim());
  const faults = lines.filter((line) => /^(PANIC|FATAL|ERROR|initdb: error): /.test(line));
  return (faults.length > 0 ? faults.slice(0, 2) : lines.slice(-2)).join(' ') || reasonOf(error);
}

/**
 * A PostgreSQL that was killed leaves its pid in the database, and the next one does not start while a process of that
 * pid lives, even if it is quite another one, as often in a restarted container. Such an entry gets the pid of Hall,
 * which PostgreSQL takes for its parent's and passes over. The file itself must stay: it also leads to the memory that
 * processes of the killed one may still be using.
 */
export async function disarmPidFile(home: PostgresHome): Promise<void> {
  const folder = clusterFolder(home);
  const file = join(folder, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const [first = '', ...rest] = text.split('\n');
  const command = await commandLineOf(Number(first));
  if (command === undefined) return;
  if (command.includes(folder)) {
    throw new StartError(
      `A PostgreSQL that Hall did not start (process ${first}) already runs on the database in ${folder}. End it, then start Hall again.`,
    );
  }
  await writeFile(file, [process.pid, ...rest].join('\n'));
}
