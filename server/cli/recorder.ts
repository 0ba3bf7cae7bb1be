import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { availableParallelism, hostname } from 'node:os';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { pino } from 'pino';
import { composeRecorder } from '../compose-recorder.ts';
import { type Config, readConfig } from '../config.ts';
import { installationId } from '../database/installation.ts';
import { migrate } from '../database/migrate.ts';
import { type Connection, openDatabase } from '../database/open-database.ts';
import { cacheFolder } from '../embedded/cache-folder.ts';
import { isLocked } from '../embedded/data-folder.ts';
import { type FileLock, takeFileLock } from '../embedded/file-lock.ts';
import { runningPostgres } from '../embedded/postgres.ts';
import { keepSecret } from '../embedded/secret-file.ts';
import { livekit } from '../media/livekit.ts';
import { findBrowser } from '../recorder/browser/find-browser.ts';
import { startCapture } from '../recorder/capture/start-capture.ts';
import { keepBrowser } from '../recorder/keep-browser.ts';
import { CommandError } from './command-error.ts';
import { ownSeal } from './own-seal.ts';

const connectionOf = async ({ DATABASE_URL, DATA_DIR }: Config): Promise<Connection> => {
  if (DATABASE_URL !== undefined) return { connectionString: DATABASE_URL };
  if (await isLocked(DATA_DIR)) return runningPostgres(DATA_DIR);
  throw new CommandError('A recorder needs a database: set DATABASE_URL, or start Hall on this DATA_DIR first.');
};

const livekitOf = ({ LIVEKIT_URL: url, LIVEKIT_API_KEY: apiKey, LIVEKIT_API_SECRET: apiSecret }: Config) => {
  if (url === undefined || apiKey === undefined || apiSecret === undefined)
    throw new CommandError(
      'A recorder needs LIVEKIT_URL, LIVEKIT_API_KEY and LIVEKIT_API_SECRET. On one machine, npm start runs a recorder by itself.',
    );
  return { url, apiKey, apiSecret };
};

/** One recorder at a time has a spool: what an earlier one left there is then this one's. */
const lockSpool = async (root: string): Promise<{ lock: FileLock; id: string }> => {
  await mkdir(root, { recursive: true, mode: 0o700 });
  const lock = takeFileLock(join(root, 'lock'));
  if (lock === undefined)
    throw new CommandError(`Another recorder uses ${root}. Set RECORDER_SPOOL to another folder to run a second one.`);
  return { lock, id: await keepSecret(join(root, 'recorder-id'), () => `recorder_${randomBytes(8).toString('hex')}`) };
};

const defaultCapacity = (): number => Math.max(1, Math.floor(availableParallelism() / 2));

const run = async (): Promise<void> => {
  const config = readConfig(process.env);
  const logger = pino(
    { level: config.LOG_LEVEL, base: { instance: config.instance, part: 'recorder' } },
    pino.destination(2),
  );
  if (config.RECORDER === 'egress')
    throw new CommandError(
      'RECORDER=egress: the Egress workers of LiveKit record. To run a recorder of Hall here as well, set RECORDER=none for it.',
    );
  const { url, apiKey, apiSecret } = livekitOf(config);
  const root = resolve(config.RECORDER_SPOOL ?? join(config.DATA_DIR, 'recordings'));
  const opened = openDatabase(await connectionOf(config), {
    poolSize: config.DATABASE_POOL_SIZE,
    onLost: (error) => logger.warn({ err: error }, 'a database connection was lost'),
  });
  const stopped = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  const { lock, id } = await lockSpool(root);
  await migrate(opened.database);
  const media = livekit({
    url,
    apiKey,
    apiSecret,
    installationId: await installationId(opened.database),
    observe: () => {},
  });
  const browser = keepBrowser({
    find: (report, signal) =>
      findBrowser({
        chromiumPath: config.CHROMIUM_PATH,
        environment: process.env,
        cacheFolder: cacheFolder(process.env),
        log: logger,
        report: (message) => {
          logger.info(message);
          report(message);
        },
        signal,
      }),
    capture: startCapture,
    onFound: (found) => logger.info({ browser: found }, found.found ? 'a browser is there' : 'no browser can record'),
  });
  const recorder = composeRecorder({
    database: opened.database,
    media,
    serverUrl: url.replace(/^http/, 'ws'),
    seal: await ownSeal(),
    identity: { id, host: hostname(), holder: `${id}-${randomBytes(4).toString('hex')}` },
    spoolRoot: root,
    capacity: config.RECORDER_CAPACITY ?? defaultCapacity(),
    startCapture: browser.startCapture,
    layout: config.RECORDER_LAYOUT,
    ability: browser.ability,
    logger,
  });
  logger.info({ spool: root, id }, 'the recorder runs');
  await stopped;
  logger.info('the recorder stops');
  await Promise.all([recorder.stop(), browser.stop()]);
  await media.close();
  await opened.close();
  lock.release();
};

export const recorderCommand = (program: Command): void => {
  program
    .command('recorder')
    .description('record halls until it is stopped; any number on any machines, one a spool')
    .action(run);
};
