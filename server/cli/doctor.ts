import { existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { Redis } from 'ioredis';
import { sql } from 'kysely';
import { type Config, readConfig } from '../config.ts';
import { cacheFolder } from '../embedded/cache-folder.ts';
import { isLocked } from '../embedded/data-folder.ts';
import { livekit } from '../media/livekit.ts';
import { livekitEgress } from '../media/livekit-egress.ts';
import { downloadedBrowser } from '../recorder/browser/download-browser.ts';
import { findInstalledBrowser } from '../recorder/browser/installed-browser.ts';
import type { Output } from './output.ts';
import { withDatabase } from './with-database.ts';

type Finding = { part: string; ok: boolean; found: string };

const reason = (error: unknown): string => (error instanceof Error ? error.message || error.name : String(error));

const checkNode = (): Finding => {
  const ok = Number(process.versions.node.split('.')[0]) >= 24;
  return {
    part: 'Node.js',
    ok,
    found: ok ? process.versions.node : `${process.versions.node}; start it by npm, which brings Node 24`,
  };
};

const checkServer = async (config: Config): Promise<Finding> => {
  const answers = await fetch(`http://127.0.0.1:${config.PORT}/healthz`, { signal: AbortSignal.timeout(2_000) }).then(
    (answer) => answer.ok,
    () => false,
  );
  return {
    part: 'API',
    ok: true,
    found: answers ? `answers on port ${config.PORT}` : `does not run on port ${config.PORT}`,
  };
};

const checkDataFolder = async (config: Config): Promise<Finding> => {
  const folder = resolve(config.DATA_DIR);
  if (!existsSync(folder)) return { part: 'data folder', ok: true, found: `${folder} will be made by the first start` };
  const held = await isLocked(config.DATA_DIR);
  return { part: 'data folder', ok: true, found: `${folder}${held ? ', in use by a running Hall' : ''}` };
};

const checkDatabase = async (config: Config): Promise<Finding> => {
  const from = config.DATABASE_URL === undefined ? 'embedded' : 'DATABASE_URL';
  try {
    const version = await withDatabase(async (database) => {
      const { rows } = await sql<{ server_version: string }>`show server_version`.execute(database);
      return rows[0]?.server_version;
    });
    return { part: 'PostgreSQL', ok: true, found: `${version} (${from}), schema up to date` };
  } catch (error) {
    return { part: 'PostgreSQL', ok: false, found: `${from}: ${reason(error)}` };
  }
};

const checkRedis = async (config: Config): Promise<Finding> => {
  if (config.REDIS_URL === undefined)
    return { part: 'Redis', ok: true, found: 'not used: one instance counts the limits in memory' };
  const redis = new Redis(config.REDIS_URL, { lazyConnect: true, connectTimeout: 3_000, retryStrategy: () => null });
  let cause: unknown;
  redis.on('error', (error) => {
    cause = error;
  });
  try {
    await redis.connect();
    await redis.ping();
    return { part: 'Redis', ok: true, found: 'answers' };
  } catch (error) {
    return { part: 'Redis', ok: false, found: `REDIS_URL: ${reason(cause ?? error)}` };
  } finally {
    redis.disconnect();
  }
};

const onPath = (name: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));

const checkOwnLiveKit = async (config: Config): Promise<Finding> => {
  const media = livekit({
    url: config.LIVEKIT_URL ?? '',
    apiKey: config.LIVEKIT_API_KEY ?? '',
    apiSecret: config.LIVEKIT_API_SECRET ?? '',
    installationId: '',
    observe: () => {},
  });
  try {
    await media.listRooms();
    return { part: 'LiveKit', ok: true, found: 'answers and accepts LIVEKIT_API_KEY' };
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? `: ${reason(error.cause)}` : '';
    return { part: 'LiveKit', ok: false, found: `LIVEKIT_URL: ${reason(error)}${cause}` };
  } finally {
    await media.close();
  }
};

const checkLiveKit = async (config: Config): Promise<Finding> => {
  if (config.LIVEKIT_URL !== undefined) return checkOwnLiveKit(config);
  const cached = existsSync(cacheFolder(process.env));
  const binary = onPath('livekit-server');
  const found =
    binary !== undefined
      ? binary
      : cached
        ? `in ${cacheFolder(process.env)}`
        : onPath('go') !== undefined
          ? 'not here yet: the first start downloads it or builds it with Go'
          : 'not here yet: the first start downloads it; without network, install livekit-server or Go';
  return { part: 'LiveKit', ok: true, found };
};

const checkBrowser = async (): Promise<Finding> => {
  const { CHROMIUM_PATH: chromiumPath, ...environment } = process.env;
  const installed = await findInstalledBrowser({ chromiumPath, environment });
  if (installed.found)
    return { part: 'browser', ok: true, found: `${installed.binary} ${installed.version}, for recordings` };
  const cached = await downloadedBrowser(join(cacheFolder(process.env), 'browsers'));
  if (cached !== undefined && chromiumPath === undefined)
    return { part: 'browser', ok: true, found: `${cached}, for recordings` };
  if (chromiumPath !== undefined) return { part: 'browser', ok: false, found: installed.reason };
  const next =
    'The recorder will download one, or as root on Debian or Ubuntu install the package; until then nothing is recorded';
  return { part: 'browser', ok: true, found: `${installed.reason}. ${next}` };
};

const checkEgress = async (config: Config): Promise<Finding> => {
  const egress = livekitEgress({
    url: config.LIVEKIT_URL ?? '',
    apiKey: config.LIVEKIT_API_KEY ?? '',
    apiSecret: config.LIVEKIT_API_SECRET ?? '',
    observe: () => {},
  });
  try {
    await egress.ping();
    return {
      part: 'Egress',
      ok: true,
      found: 'LiveKit has Redis for its workers; whether one runs, a recording tells',
    };
  } catch (error) {
    return { part: 'Egress', ok: false, found: reason(error) };
  } finally {
    await egress.close();
  }
};

const examine = (output: Output) => async (): Promise<void> => {
  const config = readConfig(process.env);
  const findings = [
    checkNode(),
    await checkDataFolder(config),
    await checkDatabase(config),
    await checkRedis(config),
    await checkLiveKit(config),
    config.RECORDER === 'egress' ? await checkEgress(config) : await checkBrowser(),
    await checkServer(config),
  ];
  output.result(
    findings,
    findings.map(({ part, ok, found }) => `${ok ? 'ok     ' : 'MISSING'}  ${part.padEnd(12)}  ${found}`).join('\n'),
  );
  if (findings.some((finding) => !finding.ok)) process.exitCode = 1;
};

export const doctorCommand = (program: Command, output: () => Output): void => {
  program
    .command('doctor')
    .description('say of every part what is found and what is missing')
    .action(() => examine(output())());
};
