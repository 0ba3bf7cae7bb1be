import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { leaseStore } from './database/lease-store.ts';
import type { OpenDatabase } from './database/open-database.ts';
import { closeHall } from './halls/close-hall.ts';
import { deleteHall } from './halls/delete-hall.ts';
import { getHall } from './halls/get-hall.ts';
import { hallStore } from './halls/hall-store.ts';
import { listHalls } from './halls/list-halls.ts';
import { openHall } from './halls/open-hall.ts';
import { closeHallRoute } from './halls/routes/close-hall.ts';
import { deleteHallRoute } from './halls/routes/delete-hall.ts';
import { getHallRoute } from './halls/routes/get-hall.ts';
import { listHallsRoute } from './halls/routes/list-halls.ts';
import { openHallRoute } from './halls/routes/open-hall.ts';
import { updateHallRoute } from './halls/routes/update-hall.ts';
import { sweepHalls } from './halls/sweep/sweep-halls.ts';
import { sweepStore } from './halls/sweep/sweep-store.ts';
import { updateHall } from './halls/update-hall.ts';
import { createApp } from './http/app.ts';
import { answerOnce } from './http/idempotency/answer-once.ts';
import { forgetOldRequests } from './http/idempotency/forget-old-requests.ts';
import { requestStore } from './http/idempotency/request-store.ts';
import { keyDoor } from './http/key-door.ts';
import { rateLimits } from './http/limits.ts';
import { mount } from './http/mount.ts';
import { openApiOptions } from './http/openapi.ts';
import { documentation } from './http/pages/documentation.ts';
import { checkHealth } from './http/pages/health.ts';
import { operatorPages } from './http/pages/operator-pages.ts';
import { roomPage } from './http/pages/room-page.ts';
import { passSignalling } from './http/pass-signalling.ts';
import { memoryWindows } from './limits/memory-windows.ts';
import { sharedWindows } from './limits/shared-windows.ts';
import type { MediaServer } from './media/media-server.ts';
import { watchMedia } from './media/watch-media.ts';
import { type Metrics, metrics } from './metrics.ts';
import { rememberCallers } from './organisations/find-caller.ts';
import { getOrganisation } from './organisations/get-organisation.ts';
import { keyStore } from './organisations/key-store.ts';
import { organisationStore } from './organisations/organisation-store.ts';
import { getOrganisationRoute } from './organisations/routes/get-organisation.ts';
import { joinHall } from './participants/join-hall.ts';
import { participantStore } from './participants/participant-store.ts';
import { joinHallRoute } from './participants/routes/join-hall.ts';
import { sealWith } from './sealed.ts';
import { version } from './version.ts';

/** The time of day in milliseconds, which does not jump when somebody sets the clock. */
const steadyClock = { now: () => performance.timeOrigin + performance.now() };

export type House = {
  readonly app: FastifyInstance;
  /** Ends the loops and closes connections; the app is closed before. */
  close(): Promise<void>;
};

export type HouseParts = {
  config: Config;
  opened: OpenDatabase;
  /** Made with the observer of its calls. */
  media: (observe: Metrics['mediaCalled']) => MediaServer;
  /** LiveKit's address as participants reach it. */
  serverUrl: string;
  /** The embedded LiveKit, whose signalling Hall passes through; undefined where participants reach LiveKit by itself. */
  signalling?: string;
  secretKey: string;
  logger: Logger;
  sweepStaleSeconds?: number;
};

/** Constructs the parts and connects them: the plan of the house. */
export const compose = async (parts: HouseParts): Promise<House> => {
  const { config, opened, logger, serverUrl } = parts;
  const { database } = opened;
  const tell = (message: string) => (error: unknown) => logger.warn({ err: error }, message);

  const halls = hallStore(database);
  const sweeps = sweepStore(database);
  const requests = requestStore(database);
  const leases = leaseStore(database);

  const measured = metrics({
    openHalls: sweeps.openHalls,
    pool: opened.usage,
    mediaReachable: () => watch.reachable,
    windowsShared: () => shared === undefined || shared.state === 'shared',
  });
  const media = parts.media(measured.mediaCalled);
  const watch = watchMedia(media, (reachable, cause) =>
    reachable
      ? logger.info('the media server answers')
      : logger.error({ err: cause }, 'the media server does not answer'),
  );
  // So that the first join after the start is not refused for want of an answer.
  await watch.tick();
  const shared =
    config.REDIS_URL === undefined
      ? undefined
      : await sharedWindows({
          url: config.REDIS_URL,
          clock: steadyClock,
          onAway: (error) => logger.error({ err: error }, 'Redis is away: this instance limits on its own'),
          onBack: () => logger.info('Redis is back: the limits are shared again'),
        });
  const limits = rateLimits(shared ?? memoryWindows({ clock: steadyClock }), measured.refused);
  const callers = rememberCallers(keyStore(database), steadyClock, tell('callers could not be refreshed'));
  const sweep = sweepHalls({
    sweeps,
    leases,
    media,
    holder: config.instance,
    ...(parts.sweepStaleSeconds === undefined ? {} : { staleSeconds: parts.sweepStaleSeconds }),
    onDone: measured.swept,
    onError: (part, error) => logger.warn({ err: error, part }, 'a part of the sweep failed'),
  });
  const forgetting = forgetOldRequests(requests, tell('old idempotent requests could not be removed'));
  const once = answerOnce(requests, sealWith(parts.secretKey), tell('an idempotent request could not be noted'));

  const app = createApp({
    logger,
    trustProxy: config.TRUST_PROXY,
    statusUrl: config.statusUrl,
    limits,
    onAnswer: (request, reply) =>
      measured.answered(request.method, request.routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime / 1000),
  });
  await app.register(swagger, openApiOptions(config.baseUrl, version));

  const routes = [
    openHallRoute(openHall(halls, media, (hallId, error) => logger.warn({ err: error, hallId }, 'left to the sweep'))),
    listHallsRoute(listHalls(halls)),
    getHallRoute(getHall(halls)),
    updateHallRoute(updateHall(halls)),
    closeHallRoute(closeHall(halls, media)),
    deleteHallRoute(deleteHall(halls, media)),
    joinHallRoute(
      joinHall({
        participants: participantStore(database),
        media,
        isMediaReachable: () => watch.reachable,
        serverUrl,
        baseUrl: config.baseUrl,
      }),
    ),
    getOrganisationRoute(getOrganisation(organisationStore(database))),
  ];
  mount(app, { prefix: '/v1', door: keyDoor(callers.find), limits, answerOnce: once, routes });

  const health = checkHealth({
    askDatabase: () => sql`select 1`.execute(database),
    mediaReachable: () => watch.reachable,
    windowsShared: shared === undefined ? undefined : () => shared.state === 'shared',
  });
  operatorPages(app, { checkHealth: health, metrics: measured });
  await documentation(app);
  await roomPage(app, serverUrl);
  if (parts.signalling !== undefined) passSignalling(app, parts.signalling);

  return {
    app,
    close: async () => {
      await Promise.all([sweep.stop(), callers.stop(), forgetting.stop(), watch.stop()]);
      await Promise.all([shared?.close(), media.close(), opened.close()]);
    },
  };
};
