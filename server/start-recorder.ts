import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from './config.ts';
import type { Connection } from './database/open-database.ts';
import { type Child, startChild } from './embedded/child-process.ts';
import type { Log } from './embedded/log.ts';
import type { Ground } from './embedded/provide.ts';

const program = fileURLToPath(new URL('./cli/main.ts', import.meta.url));

const urlOf = (connection: Connection): string => {
  if ('connectionString' in connection) return connection.connectionString;
  const { host, user, password, database } = connection;
  return `postgres://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}/${database}`;
};

/** Hall's own that concern a recorder, and what fetching a browser and speaking to buckets take from a machine. */
const passedOn = [
  ...[
    'LOG_LEVEL',
    'CHROMIUM_PATH',
    'RECORDER_CAPACITY',
    'RECORDER_LAYOUT',
    'SECRET_KEY_PREVIOUS',
    'PATH',
    'HOME',
    'TMPDIR',
    'LANG',
    'XDG_CACHE_HOME',
  ],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'],
  ...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'PLAYWRIGHT_DOWNLOAD_HOST'],
];

const environmentOf = (config: Config, ground: Ground, spool: string): Record<string, string> => {
  const { livekit } = ground;
  if (livekit.from === 'nowhere') throw new Error('a recorder needs a media server');
  return {
    ...Object.fromEntries(
      passedOn.flatMap((name) => {
        const value = process.env[name];
        return value === undefined ? [] : [[name, value]];
      }),
    ),
    DATABASE_URL: urlOf(ground.connection),
    DATABASE_POOL_SIZE: '4',
    SECRET_KEY: ground.secretKey,
    LIVEKIT_URL: livekit.url,
    LIVEKIT_API_KEY: livekit.apiKey,
    LIVEKIT_API_SECRET: livekit.apiSecret,
    RECORDER_SPOOL: spool,
    INSTANCE: `${config.instance}-recorder`,
  };
};

/** The recorder that `npm start` runs beside the API: a process of its own, started again when it dies, and gone with Hall. */
export const startRecorder = async (config: Config, ground: Ground, log: Log): Promise<Child | undefined> => {
  if (config.RECORDER !== 'built-in' || ground.livekit.from === 'nowhere') return undefined;
  const spool = resolve(config.RECORDER_SPOOL ?? join(config.DATA_DIR, 'recordings'));
  await mkdir(spool, { recursive: true, mode: 0o700 });
  return startChild({
    name: 'the recorder',
    command: process.execPath,
    args: [program, 'recorder'],
    environment: environmentOf(config, ground, spool),
    record: { file: join(spool, 'process.json'), owner: spool },
    stop: [{ signal: 'SIGTERM', graceMilliseconds: 8_000 }],
    // The API does not wait for it: it says of itself in the database how it stands.
    ready: async () => {},
    onLine: (line) => process.stderr.write(`${line}\n`),
    log,
  });
};
