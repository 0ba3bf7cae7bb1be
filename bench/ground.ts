import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../server/database/migrate.ts';
import { openDatabase } from '../server/database/open-database.ts';
import { cacheFolder } from '../server/embedded/cache-folder.ts';
import { openDataFolder } from '../server/embedded/data-folder.ts';
import { findLiveKit } from '../server/embedded/find-livekit.ts';
import { startLiveKit } from '../server/embedded/livekit.ts';
import { startPostgres } from '../server/embedded/postgres.ts';
import { freePort } from './free-port.ts';

export type Report = (message: string) => void;

export type LiveKitAddress = { readonly url: string; readonly apiKey: string; readonly apiSecret: string };

/** What the measured servers stand on: a PostgreSQL and a LiveKit of their own, in a folder that goes with them. */
export type Ground = {
  readonly livekit: LiveKitAddress;
  readonly report: Report;
  /** A new, migrated database; `pool` is for what surrounds the measurement. */
  database(name: string): Promise<{ url: string; pool: pg.Pool }>;
};

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/**
 * Starts something that is stopped when the stack is disposed of. It is on the stack before it has started, so that an
 * interruption waits for the start and leaves nothing behind.
 */
export const startOn = <T extends { stop(): Promise<unknown> }>(
  stack: AsyncDisposableStack,
  start: () => Promise<T>,
): Promise<T> => {
  if (stack.disposed) throw new Error('interrupted');
  const starting = start();
  stack.defer(async () => {
    const started = await starting.catch(() => undefined);
    await started?.stop();
  });
  return starting;
};

const startPool = async (connection: pg.PoolConfig) => {
  const pool = new pg.Pool({ ...connection, max: 4 });
  // A connection that breaks when PostgreSQL stops is no news.
  pool.on('error', () => {});
  return { pool, stop: () => pool.end() };
};

export const openGround = async (stack: AsyncDisposableStack, report: Report): Promise<Ground> => {
  const folder = await mkdtemp(join(tmpdir(), 'hall-bench-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  // Under root, PostgreSQL runs as another user, who must get through to its own folder inside.
  await chmod(folder, 0o711);
  const dataFolder = await openDataFolder(folder, 'server');
  stack.defer(() => dataFolder.release());
  const postgres = await startOn(stack, () => startPostgres({ dataFolder, log: quiet, report }));
  const found = await findLiveKit({
    environment: process.env,
    cacheFolder: cacheFolder(process.env),
    log: quiet,
    report,
  });
  if (!found.found) throw new Error(`The benchmark needs LiveKit. ${found.reason}`);
  const keys = { apiKey: 'APIbench', apiSecret: randomBytes(24).toString('hex') };
  const ports = { http: await freePort(), rtcTcp: await freePort(), rtcUdp: await freePort() };
  const { binary } = found;
  const livekit = await startOn(stack, () =>
    startLiveKit({ ...keys, binary, dataFolder, ports, bindAddress: '127.0.0.1', log: quiet, report }),
  );
  const { host, user, password } = postgres.connection;
  const admin = await startOn(stack, () => startPool(postgres.connection));
  return {
    livekit: { ...keys, url: livekit.url },
    report,
    database: async (name) => {
      await admin.pool.query(`create database ${name}`);
      const connection = { host, user, password, database: name };
      const opened = openDatabase(connection, { poolSize: 1, onLost: () => {} });
      await migrate(opened.database).finally(opened.close);
      const { pool } = await startOn(stack, () => startPool(connection));
      const place = `${encodeURIComponent(password)}@${encodeURIComponent(host)}/${name}`;
      return { url: `postgres://${user}:${place}`, pool };
    },
  };
};
