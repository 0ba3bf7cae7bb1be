import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../server/database/migrate.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { cacheFolder } from '../../server/embedded/cache-folder.ts';
import { openDataFolder } from '../../server/embedded/data-folder.ts';
import { findLiveKit } from '../../server/embedded/find-livekit.ts';
import { startLiveKit } from '../../server/embedded/livekit.ts';
import { startPostgres } from '../../server/embedded/postgres.ts';
import { freePort, silentLog } from '../../server/embedded/testing/processes.ts';
import { buildPages } from '../../server/http/pages/build-pages.ts';
import { findEgressWorker } from './find-egress-worker.ts';
import { findVersitygw } from './find-versitygw.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; user: string; password: string };
    templateDatabase: string;
    livekit: { url: string; apiKey: string; apiSecret: string; binary: string };
    /** The path of the S3 server; empty where it could not be built. */
    versitygw: string;
    /** The path of the stand-in for a LiveKit Egress worker; empty where it could not be built. */
    egressWorker: string;
  }
}

/** One PostgreSQL with a migrated template database, and one LiveKit, for all test files. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(tmpdir(), 'hall-test-'));
  // Under root PostgreSQL runs as another user, who has to pass through.
  await chmod(folder, 0o711);
  const report = (message: string): void => {
    process.stderr.write(`  ${message}\n`);
  };
  await buildPages(report);
  const dataFolder = await openDataFolder(folder, 'server');
  const postgres = await startPostgres({ dataFolder, log: silentLog, report });
  const found = await findLiveKit({
    environment: process.env,
    cacheFolder: cacheFolder(process.env),
    log: silentLog,
    report,
  });
  if (!found.found) throw new Error(`The tests need LiveKit. ${found.reason}`);
  const pathOf = (what: string, search: Promise<string>): Promise<string> =>
    search.catch((error: unknown) => {
      report(`No ${what} for the tests: ${error instanceof Error ? error.message : String(error)}`);
      return '';
    });
  const cache = cacheFolder(process.env);
  const versitygw = await pathOf('S3 server', findVersitygw(cache, report));
  const egressWorker = await pathOf('Egress worker', findEgressWorker(cache, report));
  const apiKey = 'APItest';
  const apiSecret = randomBytes(24).toString('hex');
  const ports = { http: await freePort(), rtcTcp: await freePort(), rtcUdp: await freePort() };
  const livekit = await startLiveKit({
    binary: found.binary,
    dataFolder,
    apiKey,
    apiSecret,
    ports,
    bindAddress: '127.0.0.1',
    log: silentLog,
    report,
  });

  const { host, user, password, database } = postgres.connection;
  const admin = new pg.Client({ host, user, password, database });
  await admin.connect();
  await admin.query('create database hall_template');
  await admin.end();
  const opened = openDatabase({ ...postgres.connection, database: 'hall_template' }, { poolSize: 1, onLost: () => {} });
  await migrate(opened.database);
  await opened.close();

  project.provide('postgres', { host, user, password });
  project.provide('templateDatabase', 'hall_template');
  project.provide('versitygw', versitygw);
  project.provide('egressWorker', egressWorker);
  project.provide('livekit', { url: livekit.url, apiKey, apiSecret, binary: found.binary });
  return async () => {
    await livekit.stop();
    await postgres.stop();
    await dataFolder.release();
    await rm(folder, { recursive: true, force: true });
  };
};
