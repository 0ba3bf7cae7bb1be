import { randomBytes } from 'node:crypto';
import type { Config } from '../config.ts';
import type { Connection } from '../database/open-database.ts';
import { cacheFolder } from './cache-folder.ts';
import { type DataFolder, openDataFolder } from './data-folder.ts';
import { findLiveKit } from './find-livekit.ts';
import { type EmbeddedLiveKit, startLiveKit } from './livekit.ts';
import type { Log, Report } from './log.ts';
import { type EmbeddedPostgres, startPostgres } from './postgres.ts';
import { newSecret, secretKeyOf } from './secret-key.ts';

export type Ground = {
  readonly connection: Connection;
  readonly secretKey: string;
  readonly livekit: GroundLiveKit;
  /** For the summary and the status page. */
  readonly databaseFrom: 'embedded' | 'DATABASE_URL';
  /** Ends what was started here, LiveKit before PostgreSQL. */
  stop(): Promise<void>;
};

type Reached = {
  readonly url: string;
  readonly publicUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
};

export type GroundLiveKit =
  | (Reached & { readonly from: 'LIVEKIT_URL' })
  | (Reached & { readonly from: 'embedded'; readonly process: Pick<EmbeddedLiveKit, 'onDeath' | 'onRestart'> })
  | { readonly from: 'nowhere'; readonly reason: string; readonly publicUrl: string };

type Settings = {
  config: Config;
  environment: NodeJS.ProcessEnv;
  log: Log;
  report: Report;
  signal: AbortSignal;
  /** Where the embedded LiveKit tells what happens in its rooms. */
  webhookUrl: string;
};

/** Participants reach the embedded LiveKit through Hall, unless somebody said otherwise. */
const publicUrlOf = (config: Config): string => config.LIVEKIT_PUBLIC_URL ?? config.baseUrl.replace(/^http/, 'ws');

const provideLiveKit = async (
  { config, environment, log, report, signal, webhookUrl }: Settings,
  folder: DataFolder | undefined,
): Promise<{ livekit: GroundLiveKit; embedded: EmbeddedLiveKit | undefined }> => {
  const { LIVEKIT_URL: url, LIVEKIT_API_KEY: givenKey, LIVEKIT_API_SECRET: givenSecret } = config;
  if (url !== undefined) {
    const isThroughHall = config.LIVEKIT_SIGNALLING === 'through-hall';
    const publicUrl = isThroughHall ? publicUrlOf(config) : (config.LIVEKIT_PUBLIC_URL ?? url.replace(/^http/, 'ws'));
    return {
      livekit: { from: 'LIVEKIT_URL', url, publicUrl, apiKey: givenKey ?? '', apiSecret: givenSecret ?? '' },
      embedded: undefined,
    };
  }
  if (folder === undefined) throw new Error('the embedded LiveKit needs a data folder');
  const found = await findLiveKit({ environment, cacheFolder: cacheFolder(environment), log, report, signal });
  const publicUrl = publicUrlOf(config);
  if (!found.found) return { livekit: { from: 'nowhere', reason: found.reason, publicUrl }, embedded: undefined };
  const apiKey =
    givenKey ??
    (await folder.secret('livekit-api-key', () => `API${randomBytes(9).toString('base64url').replace(/[-_]/g, 'x')}`));
  const apiSecret = givenSecret ?? (await folder.secret('livekit-api-secret', newSecret));
  const embedded = await startLiveKit({
    binary: found.binary,
    dataFolder: folder,
    apiKey,
    apiSecret,
    ports: { http: config.LIVEKIT_PORT, rtcTcp: config.LIVEKIT_RTC_TCP_PORT, rtcUdp: config.LIVEKIT_RTC_UDP_PORT },
    // Signalling passes through Hall; only media come from the network.
    bindAddress: '127.0.0.1',
    audience: config.onLoopback ? 'this machine' : 'network',
    ...(config.LIVEKIT_NODE_IP === undefined ? {} : { nodeIp: config.LIVEKIT_NODE_IP }),
    webhookUrl,
    log,
    report,
  });
  return {
    livekit: { from: 'embedded', url: embedded.url, publicUrl, apiKey, apiSecret, process: embedded },
    embedded,
  };
};

/** Provides what Hall stands on: a database and a media server, its own unless the configuration names others. Throws a StartError. */
export const provideGround = async (settings: Settings): Promise<Ground> => {
  const { config, log, report } = settings;
  const isEmbedded = config.DATABASE_URL === undefined || config.LIVEKIT_URL === undefined;
  const folder = isEmbedded ? await openDataFolder(config.DATA_DIR, 'server') : undefined;
  let postgres: EmbeddedPostgres | undefined;
  let livekit: EmbeddedLiveKit | undefined;
  const stop = async (): Promise<void> => {
    await livekit?.stop();
    await postgres?.stop();
    await folder?.release();
  };
  try {
    if (config.DATABASE_URL === undefined && folder !== undefined)
      postgres = await startPostgres({ dataFolder: folder, log, report });
    const media = await provideLiveKit(settings, folder);
    livekit = media.embedded;
    return {
      connection:
        config.DATABASE_URL === undefined && postgres !== undefined
          ? postgres.connection
          : { connectionString: config.DATABASE_URL ?? '' },
      secretKey: await secretKeyOf(config),
      livekit: media.livekit,
      databaseFrom: postgres === undefined ? 'DATABASE_URL' : 'embedded',
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
