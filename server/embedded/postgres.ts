import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ChildFailure, type ChildSettings } from './child-life.ts';
import { type Child, type ChildState, startChild } from './child-process.ts';
import type { DataFolder } from './data-folder.ts';
import type { Log, Report } from './log.ts';
import { postgresBinaries } from './postgres-binaries.ts';
import { clusterFolder, disarmPidFile, ensureCluster, postgresEnvironment } from './postgres-cluster.ts';
import {
  type PostgresConnection,
  publishConnection,
  publishedConnection,
  withdrawConnection,
} from './postgres-connection.ts';
import { ensureDatabase } from './postgres-database.ts';
import { type PostgresHome, postgresHome } from './postgres-home.ts';
import { postgresLog } from './postgres-log.ts';
import { makeSocketFolder, removeSocketFolder } from './postgres-socket.ts';
import { StartError } from './start-error.ts';

export { type PostgresConnection, runningPostgres } from './postgres-connection.ts';

export type EmbeddedPostgres = {
  readonly connection: PostgresConnection;
  readonly state: ChildState;
  stop(): Promise<void>;
};

export type PostgresSettings = {
  readonly dataFolder: DataFolder;
  readonly log: Log;
  readonly report: Report;
  /** Under root, for what another user cannot reach in the clone or the data folder. Default `/var/lib/hall`. */
  readonly systemFolder?: string;
  /** Whom PostgreSQL runs as under root; made when missing. Default `postgres`. */
  readonly userName?: string;
};

/**
 * Starts PostgreSQL, on a Unix socket alone, with the database of this data folder; makes that first if there is none.
 * It is restarted when it dies: a pool only has to connect again. Throws a StartError.
 */
export async function startPostgres(settings: PostgresSettings): Promise<EmbeddedPostgres> {
  const { dataFolder, log, report, systemFolder = '/var/lib/hall', userName = 'postgres' } = settings;
  await forgetLastConnection(dataFolder.path);
  const home = await postgresHome({ dataFolder: dataFolder.path, systemFolder, userName, report });
  const copyFolder = home.user === undefined ? dataFolder.path : systemFolder;
  const binaries = await postgresBinaries({ user: home.user, copyFolder, report });
  const adminPassword = await dataFolder.secret('postgres-admin-password', newPassword);
  const password = await dataFolder.secret('postgres-password', newPassword);
  await ensureCluster(home, binaries, adminPassword, report);

  const host = await makeSocketFolder(home);
  const connection = { host, user: 'hall', password, database: 'hall' };
  const child = await startServer(childSettings(home, binaries.postgres, host, dataFolder, log), home);
  const stop = async () => {
    await withdrawConnection(dataFolder.path);
    await child.stop();
    await removeSocketFolder(host);
  };
  try {
    await ensureDatabase(connection, adminPassword);
    await publishConnection(dataFolder.path, connection);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    connection,
    get state() {
      return child.state;
    },
    stop,
  };
}

const newPassword = () => randomBytes(24).toString('base64url');

/** A Hall that was killed had no time to do this. */
async function forgetLastConnection(dataFolder: string): Promise<void> {
  const last = await publishedConnection(dataFolder);
  if (last === undefined) return;
  await withdrawConnection(dataFolder);
  await removeSocketFolder(last.host);
}

function childSettings(
  home: PostgresHome,
  command: string,
  socketFolder: string,
  dataFolder: DataFolder,
  log: Log,
): ChildSettings {
  // Only what Hall relies on stands here, where it outdoes postgresql.conf; the rest is the operator's to change there.
  const fixed = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    port: '5432',
    logging_collector: 'off',
    log_destination: 'stderr',
    log_line_prefix: '',
    lc_messages: 'C',
  };
  const options = Object.entries(fixed).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return {
    name: 'PostgreSQL',
    command,
    args: ['-D', clusterFolder(home), ...options],
    environment: postgresEnvironment,
    user: home.user,
    record: { file: join(dataFolder.path, 'children', 'postgresql.json'), owner: dataFolder.identity },
    // Fast: ends the connections and writes a checkpoint. Immediate: ends itself, and recovers at the next start.
    stop: [
      { signal: 'SIGINT', graceMilliseconds: 10_000 },
      { signal: 'SIGQUIT', graceMilliseconds: 2_000 },
    ],
    prepare: () => disarmPidFile(home),
    ready: (pid, gone) => untilReady(home, pid, gone),
    onLine: postgresLog(log),
    log,
  };
}

/** PostgreSQL writes its state into its pid file, where its own pg_ctl looks for it too. Recovery may take minutes. */
async function untilReady(home: PostgresHome, pid: number, gone: AbortSignal): Promise<void> {
  const file = join(clusterFolder(home), 'postmaster.pid');
  while (!gone.aborted) {
    const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
    if (Number(lines[0]) === pid && lines[7]?.trim() === 'ready') return;
    await sleep(10);
  }
}

async function startServer(settings: ChildSettings, home: PostgresHome): Promise<Child> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    try {
      return await startChild(settings);
    } catch (error) {
      if (!(error instanceof ChildFailure)) throw error;
      const lines = error.lastLines.slice(-3).map((line) => line.replace(/^LOG: +/, ''));
      // The connections of one that was killed notice it one by one, and end.
      const waitsForOldOnes = lines.some((line) => line.includes('pre-existing shared memory block'));
      if (waitsForOldOnes && Date.now() < deadline) {
        await sleep(200);
        continue;
      }
      throw new StartError(`PostgreSQL did not start in ${home.path}. It says: ${lines.join(' ') || error.message}`);
    }
  }
}
