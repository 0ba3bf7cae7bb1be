import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import { compose, type House } from '../../server/compose.ts';
import type { EgressParts } from '../../server/compose-egress.ts';
import { readConfig } from '../../server/config.ts';
import { installationId } from '../../server/database/installation.ts';
import { type Connection, openDatabase } from '../../server/database/open-database.ts';
import type { Database } from '../../server/database/tables.ts';
import { freePort } from '../../server/embedded/testing/processes.ts';
import { mediaEventsPath } from '../../server/http/media-door.ts';
import { livekit } from '../../server/media/livekit.ts';
import { type EgressServer, livekitEgress } from '../../server/media/livekit-egress.ts';
import type { MediaServer } from '../../server/media/media-server.ts';
import { createKey } from '../../server/organisations/create-key.ts';
import { createOrganisation } from '../../server/organisations/create-organisation.ts';
import { keyStore } from '../../server/organisations/key-store.ts';
import { organisationStore } from '../../server/organisations/organisation-store.ts';
import { planStore } from '../../server/organisations/plan-store.ts';
import type { Patience } from '../../server/recorder/egress/next-step.ts';
import { type Client, client } from './client.ts';
import { type OwnLiveKit, ownLiveKit } from './own-livekit.ts';

/** A database of its own, cloned from the migrated template. */
export type TestDatabase = {
  readonly connection: Connection & { host: string };
  /** The same as a URL, for a Hall in a process of its own. */
  readonly url: string;
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
};

export const testDatabase = async (): Promise<TestDatabase> => {
  const { host, user, password } = inject('postgres');
  const name = `hall_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ host, user, password, database: 'hall' });
  await admin.connect();
  await admin.query(`create database ${name} template ${inject('templateDatabase')}`);
  const connection = { host, user, password, database: name };
  const pool = new pg.Pool({ ...connection, max: 2 });
  pool.on('error', () => {});
  // The template's id was cloned too; on the shared LiveKit each Hall must own its rooms alone.
  await pool.query('update installation set id = gen_random_uuid()');
  return {
    connection,
    url: `postgres://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}/${name}`,
    query: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await pool.query<Row>(text, values)).rows,
    drop: async () => {
      await pool.end();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
};

/** Limits that a test does not run into by accident. */
const roomy = { limit_requests: 100_000, limit_create: 100_000, limit_join: 100_000 };

export type TestOrganisation = {
  readonly id: string;
  readonly key: string;
  readonly keyId: string;
  readonly client: Client;
};

/** Null: the plan's. */
export type TestLimits = Partial<{
  max_concurrent_halls: number | null;
  limit_requests: number | null;
  limit_create: number | null;
  limit_join: number | null;
  plan: string;
}>;

const makeKey = async (database: Database, url: string, organisationId: string): Promise<TestOrganisation> => {
  const { id: keyId, key } = await createKey(keyStore(database))(organisationId, 'test');
  return { id: organisationId, key, keyId, client: client(url, `Bearer ${key}`) };
};

const makeOrganisation = async (database: Database, url: string, limits: TestLimits): Promise<TestOrganisation> => {
  const { plan = 'enterprise', ...own } = limits;
  if ((await planStore(database).find(plan)) === undefined) throw new Error(`no plan ${plan}`);
  const organisations = organisationStore(database);
  const { id } = await createOrganisation(organisations)({ name: 'Test', plan });
  await organisations.update(id, { ...roomy, ...own });
  return makeKey(database, url, id);
};

/** As `TestHall.organisation`, for a Hall that runs elsewhere on this database. */
export const testOrganisation = async (
  { connection }: TestDatabase,
  url: string,
  limits: TestLimits = {},
): Promise<TestOrganisation> => {
  const { database, close } = openDatabase(connection, { poolSize: 1, onLost: () => {} });
  return makeOrganisation(database, url, limits).finally(close);
};

export type TestHall = {
  readonly url: string;
  readonly house: House;
  /** Its own LiveKit, where it has one. */
  readonly livekit: OwnLiveKit | undefined;
  readonly database: TestDatabase;
  /** An organisation on a plan of its own with roomy limits, unless told otherwise, and a client with its key. */
  organisation(limits?: TestLimits): Promise<TestOrganisation>;
  /** The same organisation with another key. */
  anotherKey(organisation: TestOrganisation): Promise<TestOrganisation>;
  /** A client with this Authorization header, or none, that sends these headers each time. */
  client(authorization?: string, headers?: Record<string, string>): Client;
  stop(): Promise<void>;
};

export type TestHallSettings = {
  /** Several Halls on one database are several instances of one installation. */
  database?: TestDatabase;
  /** Where it listens, when that matters. */
  port?: number;
  /** How Hall itself reaches that database, when not directly: through a proxy that fails, for example. */
  connection?: Connection;
  /** Where LiveKit is, when it is not the shared one: a proxy that fails, for example. */
  livekitUrl?: string;
  environment?: Record<string, string>;
  /** Puts something around the real LiveKit that lies about it. */
  mediaOf?: (livekit: MediaServer) => MediaServer;
  /** See SweepParts. */
  sweepStaleSeconds?: number;
  /** See HouseParts. */
  webhookClock?: { now(): number };
  /** For browsers: join_url leads to this Hall, and LiveKit's signalling passes through it, as with the embedded one. */
  forBrowsers?: boolean;
  /** What browsers call this machine. Default: 127.0.0.1. */
  hostName?: string;
  /**
   * A LiveKit of its own, which tells it what happens: `embedded`, its signalling passes through Hall; `elsewhere`, clients
   * reach it directly.
   */
  ownLiveKit?: 'embedded' | 'elsewhere';
  /** Recordings are made by LiveKit Egress: that LiveKit of its own speaks with its workers through this Redis. */
  egress?: { redisUrl: string; patience: Patience; of?: (real: EgressServer) => EgressServer };
  /** Stands between that LiveKit and Hall: where LiveKit is to send its events, given where they should go in the end. */
  eventsVia?: (url: string) => string;
};

const egressOf = (
  { patience, of = (real) => real }: NonNullable<TestHallSettings['egress']>,
  { url, apiKey, apiSecret }: { url: string; apiKey: string; apiSecret: string },
  port: number,
): EgressParts => ({
  server: (observe) => of(livekitEgress({ url, apiKey, apiSecret, observe })),
  hallUrl: `http://127.0.0.1:${port}`,
  livekitUrls: [url],
  layout: 'speaker',
  patience,
});

/** A Hall in this process, on a free port, with a database of its own and the shared LiveKit. */
export const startHall = async (settings: TestHallSettings = {}): Promise<TestHall> => {
  const database = settings.database ?? (await testDatabase());
  const { hostName = '127.0.0.1' } = settings;
  const needsPort = settings.forBrowsers === true || settings.ownLiveKit !== undefined;
  const port = settings.port ?? (needsPort ? await freePort() : 0);
  const eventsUrl = `http://127.0.0.1:${port}${mediaEventsPath}`;
  const own =
    settings.ownLiveKit === undefined
      ? undefined
      : await ownLiveKit({
          webhookUrl: settings.eventsVia?.(eventsUrl) ?? eventsUrl,
          ...(settings.egress === undefined ? {} : { redisUrl: settings.egress.redisUrl }),
        });
  const media = own ?? inject('livekit');
  const livekitUrl = settings.livekitUrl ?? media.url;
  const passes = settings.ownLiveKit === undefined ? settings.forBrowsers === true : settings.ownLiveKit === 'embedded';
  const config = readConfig({
    BASE_URL: port === 0 ? 'http://hall.test' : `http://${hostName}:${port}`,
    DATABASE_URL: database.url,
    SECRET_KEY: 'a secret key that is only for tests',
    LIVEKIT_URL: livekitUrl,
    LIVEKIT_API_KEY: media.apiKey,
    LIVEKIT_API_SECRET: media.apiSecret,
    INSTANCE: `test-${randomBytes(4).toString('hex')}`,
    ...settings.environment,
  });
  const opened = openDatabase(settings.connection ?? database.connection, { poolSize: 10, onLost: () => {} });
  const id = await installationId(opened.database);
  const house = await compose({
    config,
    opened,
    logger: pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' }, pino.destination(2)),
    secretKey: config.SECRET_KEY ?? '',
    serverUrl: passes ? `ws://127.0.0.1:${port}` : livekitUrl,
    ...(passes ? { signalling: { url: livekitUrl, ...own?.process } } : {}),
    media: (observe) => {
      const { apiKey, apiSecret } = media;
      const real = livekit({ url: livekitUrl, apiKey, apiSecret, installationId: id, observe });
      return settings.mediaOf?.(real) ?? real;
    },
    ...(settings.egress === undefined
      ? {}
      : { egress: egressOf(settings.egress, { ...media, url: livekitUrl }, port) }),
    ...(settings.webhookClock === undefined ? {} : { webhookClock: settings.webhookClock }),
    ...(settings.sweepStaleSeconds === undefined ? {} : { sweepStaleSeconds: settings.sweepStaleSeconds }),
  });
  const listens = await house.app.listen({ port, host: '127.0.0.1' });
  const url = listens.replace('127.0.0.1', hostName);

  return {
    url,
    house,
    livekit: own,
    database,
    organisation: (limits = {}) => makeOrganisation(opened.database, url, limits),
    anotherKey: ({ id }) => makeKey(opened.database, url, id),
    client: (authorization, headers) => client(url, authorization, headers),
    stop: async () => {
      await house.app.close();
      await house.close();
      await own?.stop();
      if (settings.database === undefined) await database.drop();
    },
  };
};
