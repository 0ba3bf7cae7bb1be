import { type Logger, pino } from 'pino';
import { compose, type House, type HouseParts, type Signalling } from './compose.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { installationId } from './database/installation.ts';
import { migrate } from './database/migrate.ts';
import { type OpenDatabase, openDatabase } from './database/open-database.ts';
import type { Child } from './embedded/child-process.ts';
import { requireFreePort } from './embedded/free-port.ts';
import { type Ground, provideGround } from './embedded/provide.ts';
import { StartError } from './embedded/start-error.ts';
import { mediaEventsPath } from './http/media-door.ts';
import { buildPages } from './http/pages/build-pages.ts';
import { livekit } from './media/livekit.ts';
import { livekitEgress } from './media/livekit-egress.ts';
import { noMediaServer } from './media/no-media-server.ts';
import { createKey } from './organisations/create-key.ts';
import { createOrganisation } from './organisations/create-organisation.ts';
import { firstOrganisation } from './organisations/first-organisation.ts';
import { keyStore } from './organisations/key-store.ts';
import { organisationStore } from './organisations/organisation-store.ts';
import { firstSetUpLink } from './people/set-up-link.ts';
import { startRecorder } from './start-recorder.ts';
import { summary } from './summary.ts';
import { version } from './version.ts';

/** Requests in flight get this long to end when Hall is asked to stop. */
const graceMilliseconds = 10_000;

/** What runs so far; filled while starting, so that a stop in the middle ends exactly what there is. */
type Running = { ground?: Ground; opened?: OpenDatabase; house?: House; recorder?: Child };

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** Where LiveKit on this machine reaches Hall. */
const webhookUrlOf = ({ HOST, PORT }: Config): string => {
  const isEvery = HOST === '0.0.0.0' || HOST === '::';
  const host = isEvery ? '127.0.0.1' : HOST.includes(':') ? `[${HOST}]` : HOST;
  return `http://${host}:${PORT}${mediaEventsPath}`;
};

const openMigrated = async (ground: Ground, config: Config, logger: Logger): Promise<OpenDatabase> => {
  const opened = openDatabase(ground.connection, {
    poolSize: config.DATABASE_POOL_SIZE,
    onLost: (error) => logger.warn({ err: error }, 'a database connection was lost'),
  });
  try {
    await migrate(opened.database);
    return opened;
  } catch (error) {
    await opened.close();
    throw new StartError(`The database cannot be used: ${error instanceof Error ? error.message : String(error)}`);
  }
};

/** What passes through Hall: the embedded LiveKit's signalling always, another's when the operator wants it. */
const signallingOf = (media: Ground['livekit'], config: Config): { signalling?: Signalling } => {
  if (media.from === 'embedded') return { signalling: { url: media.url, ...media.process } };
  const isThroughHall = media.from === 'LIVEKIT_URL' && config.LIVEKIT_SIGNALLING === 'through-hall';
  return isThroughHall ? { signalling: { url: media.url } } : {};
};

/** Recording by LiveKit Egress, where the operator wants it. */
const egressOf = (media: Ground['livekit'], config: Config): Pick<HouseParts, 'egress'> => {
  if (config.RECORDER !== 'egress' || media.from !== 'LIVEKIT_URL') return {};
  const { url, publicUrl, apiKey, apiSecret } = media;
  return {
    egress: {
      server: (observe) => livekitEgress({ url, apiKey, apiSecret, observe }),
      hallUrl: config.EGRESS_HALL_URL ?? config.baseUrl,
      layout: config.RECORDER_LAYOUT,
      livekitUrls: [url, publicUrl, ...(config.EGRESS_LIVEKIT_URL === undefined ? [] : [config.EGRESS_LIVEKIT_URL])],
    },
  };
};

const build = async (ground: Ground, opened: OpenDatabase, config: Config, logger: Logger): Promise<House> => {
  const { livekit: media, secretKey } = ground;
  const id = await installationId(opened.database);
  return compose({
    config,
    opened,
    logger,
    secretKey,
    serverUrl: media.publicUrl,
    ...signallingOf(media, config),
    ...egressOf(media, config),
    media: (observe) =>
      media.from === 'nowhere'
        ? noMediaServer(media.reason)
        : livekit({ url: media.url, apiKey: media.apiKey, apiSecret: media.apiSecret, installationId: id, observe }),
  });
};

/** Starts everything in order and says where it is. Throws a StartError, also when `signal` ends the start. */
const start = async (running: Running, config: Config, logger: Logger, signal: AbortSignal): Promise<void> => {
  const report = (message: string): void => say(`  ${message}`);
  // Before a database is started for nothing.
  await requireFreePort({
    variable: 'PORT',
    port: config.PORT,
    protocol: 'TCP',
    purpose: 'the API',
    address: config.HOST,
  });
  const ground = await provideGround({
    config,
    environment: process.env,
    log: logger,
    report,
    signal,
    webhookUrl: webhookUrlOf(config),
  });
  running.ground = ground;
  signal.throwIfAborted();
  await buildPages(report);
  const opened = await openMigrated(ground, config, logger);
  running.opened = opened;
  const house = await build(ground, opened, config, logger);
  running.house = house;
  signal.throwIfAborted();
  await house.app.listen({ port: config.PORT, host: config.HOST });
  const recorder = await startRecorder(config, ground, logger);
  if (recorder !== undefined) running.recorder = recorder;
  const organisations = organisationStore(opened.database);
  // Elsewhere standard output is a log that is kept, and no place for a key or a link; there the CLI makes the first ones.
  const first =
    ground.databaseFrom === 'embedded'
      ? await firstOrganisation(organisations, createOrganisation(organisations), createKey(keyStore(opened.database)))
      : undefined;
  const setUp = ground.databaseFrom === 'embedded' ? await firstSetUpLink(opened.database, config.baseUrl) : undefined;
  say(summary({ config, version, ground, first, setUp: setUp?.url }));
};

const stopHouse = async ({ app, close }: House): Promise<void> => {
  const overdue = setTimeout(() => app.server.closeAllConnections(), graceMilliseconds);
  // A connection whose last request ends while Hall closes is kept open by its client, and would be waited for.
  const idle = setInterval(() => app.server.closeIdleConnections(), 100);
  await app.close();
  clearInterval(idle);
  clearTimeout(overdue);
  await close();
};

/** In order: the recorder, no new connections, requests in flight end, loops and connections, then LiveKit and PostgreSQL. */
const stop = async ({ ground, opened, house, recorder }: Running): Promise<void> => {
  await recorder?.stop();
  if (house !== undefined) await stopHouse(house);
  else await opened?.close();
  await ground?.stop();
};

const run = async (): Promise<void> => {
  const config = readConfig(process.env);
  const logger = pino({ level: config.LOG_LEVEL, base: { instance: config.instance } }, pino.destination(2));
  const running: Running = {};
  const stopping = new AbortController();
  let ended: Promise<void> | undefined;

  const end = (why: string): Promise<void> => {
    if (ended === undefined) {
      logger.info({ why }, 'stopping');
      stopping.abort(new StartError('Hall was stopped before its start was complete.'));
      ended = starting.catch(() => {}).then(() => stop(running));
    }
    return ended;
  };
  const fall = (error: unknown): void => {
    logger.fatal({ err: error }, 'unforeseen fault, Hall stops');
    void end('fault')
      .catch(() => {})
      .finally(() => process.exit(1));
  };
  process.on('uncaughtException', fall);
  process.on('unhandledRejection', fall);
  process.on('SIGTERM', (signal) => void end(signal));
  process.on('SIGINT', (signal) => void end(signal));

  const starting = start(running, config, logger, stopping.signal);
  try {
    await starting;
  } catch (error) {
    await end('the start failed');
    throw error;
  }
};

try {
  await run();
} catch (error) {
  const isForPeople = error instanceof StartError || error instanceof ConfigError;
  const text = error instanceof Error ? (isForPeople ? error.message : error.stack) : String(error);
  process.stderr.write(`\n${text}\n\n`);
  process.exitCode = 1;
}
