import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { composeEgress, type EgressParts } from './compose-egress.ts';
import { composeEvents } from './compose-events.ts';
import { composePeople } from './compose-people.ts';
import { composeRecordings } from './compose-recordings.ts';
import { composeWebhooks } from './compose-webhooks.ts';
import type { Config } from './config.ts';
import { forgetOldRows } from './database/forget-old-rows.ts';
import { leaseStore } from './database/lease-store.ts';
import type { OpenDatabase } from './database/open-database.ts';
import { describeVisit } from './guests/describe-visit.ts';
import { findGuest } from './guests/find-guest.ts';
import { guestStore } from './guests/guest-store.ts';
import { renewToken } from './guests/renew-token.ts';
import { describeVisitRoute } from './guests/routes/describe-visit.ts';
import { hostEndsHallRoute } from './guests/routes/end-hall.ts';
import { hostRemovesParticipantRoute, hostUpdatesParticipantRoute } from './guests/routes/moderate-participant.ts';
import { renewTokenRoute } from './guests/routes/renew-token.ts';
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
import { endHalls } from './halls/sweep/end-halls.ts';
import { endStore } from './halls/sweep/end-store.ts';
import { sweepHalls } from './halls/sweep/sweep-halls.ts';
import { sweepStore } from './halls/sweep/sweep-store.ts';
import { updateHall } from './halls/update-hall.ts';
import { createApp } from './http/app.ts';
import { eventStreams } from './http/event-streams.ts';
import { guestDoor } from './http/guest-door.ts';
import { answerOnce } from './http/idempotency/answer-once.ts';
import { requestStore } from './http/idempotency/request-store.ts';
import { keyDoor } from './http/key-door.ts';
import { rateLimits } from './http/limits.ts';
import { mediaDoor } from './http/media-door.ts';
import { mount } from './http/mount.ts';
import { dashboardApiOptions, openApiOptions } from './http/openapi.ts';
import { dashboardPage } from './http/pages/dashboard-page.ts';
import { documentation } from './http/pages/documentation.ts';
import { checkHealth } from './http/pages/health.ts';
import { operatorPages } from './http/pages/operator-pages.ts';
import { roomPage } from './http/pages/room-page.ts';
import { passSignalling } from './http/pass-signalling.ts';
import { dashboardPrefix, describeSessionDoor } from './http/session-door.ts';
import { memoryWindows } from './limits/memory-windows.ts';
import { sharedWindows } from './limits/shared-windows.ts';
import type { MediaServer } from './media/media-server.ts';
import { restoreGate } from './media/restore-gate.ts';
import { watchMedia } from './media/watch-media.ts';
import { type Metrics, metrics } from './metrics.ts';
import { rememberCallers } from './organisations/find-caller.ts';
import { getOrganisation } from './organisations/get-organisation.ts';
import { keyStore } from './organisations/key-store.ts';
import { organisationStore } from './organisations/organisation-store.ts';
import { getOrganisationRoute } from './organisations/routes/get-organisation.ts';
import { getParticipant } from './participants/get-participant.ts';
import { hearMediaEvent } from './participants/hear-media-event.ts';
import { joinHall } from './participants/join-hall.ts';
import { listParticipants } from './participants/list-participants.ts';
import { mayEnter } from './participants/may-enter.ts';
import { participantStore } from './participants/participant-store.ts';
import { presenceStore } from './participants/presence-store.ts';
import { reconcileHall } from './participants/reconcile-hall.ts';
import { removeParticipant } from './participants/remove-participant.ts';
import { getParticipantRoute } from './participants/routes/get-participant.ts';
import { joinHallRoute } from './participants/routes/join-hall.ts';
import { listParticipantsRoute } from './participants/routes/list-participants.ts';
import { removeParticipantRoute } from './participants/routes/remove-participant.ts';
import { updateParticipantRoute } from './participants/routes/update-participant.ts';
import { updateParticipant } from './participants/update-participant.ts';
import { signingSecrets } from './people/second-factor-secrets.ts';
import { sealWith } from './sealed.ts';
import { countRequests } from './usage/count-requests.ts';
import { describeInstallation } from './usage/describe-installation.ts';
import { usageOf } from './usage/get-usage.ts';
import { usageStore } from './usage/usage-store.ts';
import { version } from './version.ts';

/** The time of day in milliseconds, which does not jump when somebody sets the clock. */
const steadyClock = { now: () => performance.timeOrigin + performance.now() };

export type House = {
  readonly app: FastifyInstance;
  /** Ends the loops and closes connections; the app is closed before. */
  close(): Promise<void>;
};

export type Signalling = {
  readonly url: string;
  /** Call back as soon as the media server has died, and when it runs again; without them Hall finds out by asking. */
  onDeath?(listener: () => void): void;
  onRestart?(listener: () => void): void;
};

export type HouseParts = {
  config: Config;
  opened: OpenDatabase;
  /** Made with the observer of its calls. */
  media: (observe: Metrics['mediaCalled']) => MediaServer;
  /** LiveKit's address as participants reach it. */
  serverUrl: string;
  /** The embedded LiveKit, whose signalling Hall passes through; undefined where participants reach LiveKit by itself. */
  signalling?: Signalling;
  /** LiveKit Egress, where it records; undefined where Hall's own recorders do. */
  egress?: EgressParts;
  secretKey: string;
  logger: Logger;
  sweepStaleSeconds?: number;
  /** Dates and signs webhooks; the time of day when there is none. */
  webhookClock?: { now(): number };
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
  const participants = participantStore(database);
  const presences = presenceStore(database);
  const streams = eventStreams(steadyClock);
  const seal = sealWith(parts.secretKey, config.SECRET_KEY_PREVIOUS);
  const recordings = composeRecordings({ config, database, leases, seal, logger });
  const gate = restoreGate();

  const measured = metrics({
    openHalls: sweeps.openHalls,
    pool: opened.usage,
    eventLag: () => events.lagSeconds(),
    openStreams: () => streams.count,
    webhooks: {
      inFlight: (lane) => webhooks.inFlight(lane),
      waiting: (most) => webhooks.waiting(most),
      oldestDueSeconds: () => webhooks.oldestDueSeconds(),
    },
    mediaReachable: () => watch.reachable,
    windowsShared: () => shared === undefined || shared.state === 'shared',
    recorders: recordings.count,
  });
  const media = parts.media(measured.mediaCalled);
  const egress =
    parts.egress === undefined
      ? undefined
      : composeEgress({
          ...parts.egress,
          observe: measured.mediaCalled,
          database,
          leases,
          media,
          storage: recordings.storage,
          holder: config.instance,
          logger,
        });
  const sweep = sweepHalls({
    sweeps,
    leases,
    media,
    reconcile: reconcileHall(presences, media),
    holder: config.instance,
    ...(parts.sweepStaleSeconds === undefined ? {} : { staleSeconds: parts.sweepStaleSeconds }),
    onDone: measured.swept,
    onError: (part, error) => logger.warn({ err: error, part }, 'a part of the sweep failed'),
  });
  const ends = endHalls({
    ends: endStore(database),
    leases,
    media,
    holder: config.instance,
    onError: (part, error) => logger.warn({ err: error, part }, 'a part of ending halls failed'),
  });
  // Nobody is let through before the rooms of those who were in a call when Hall ended are known to be there.
  gate.lost();
  const restore = () => void sweep.restore().finally(gate.restored);
  const watch = watchMedia(media, (reachable, cause) => {
    if (reachable) {
      logger.info('the media server answers');
      restore();
    } else {
      logger.error({ err: cause }, 'the media server does not answer');
      gate.lost();
    }
  });
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
  const windows = shared ?? memoryWindows({ clock: steadyClock });
  const usage = usageStore(database);
  const requestsCounted = countRequests(usage, steadyClock, tell('the counts of requests could not be written down'));
  const limits = rateLimits(windows, (refusedBy, caller) => {
    if (refusedBy !== undefined) measured.refused(refusedBy);
    // Of keys alone: guests and people have windows of their own.
    if (caller?.guest === undefined && caller?.person === undefined && caller !== undefined)
      requestsCounted.count(caller.organisationId, refusedBy);
  });
  const people = composePeople({
    config,
    opened,
    windows,
    secrets: signingSecrets(parts.secretKey, config.SECRET_KEY_PREVIOUS),
    usageOf: usageOf(usage, steadyClock),
    storage: recordings.storage,
    describeInstallation: describeInstallation({
      usage,
      version,
      instance: config.instance,
      serverUrl,
      isMediaReachable: () => watch.reachable,
      checkHealth: () => health(),
      countRecorders: recordings.count,
      webhooks: {
        waiting: (most) => webhooks.waiting(most),
        oldestDueSeconds: () => webhooks.oldestDueSeconds(),
      },
    }),
    onError: tell,
  });
  const callers = rememberCallers(keyStore(database), steadyClock, tell('callers could not be refreshed'));
  const webhooks = composeWebhooks({
    config,
    database,
    leases,
    seal,
    clock: parts.webhookClock ?? Date,
    attempted: measured.webhookAttempted,
    logger,
  });
  const events = composeEvents({ database, onPublished: webhooks.published, observe: measured.published, tell });
  const forgetting = forgetOldRows(
    [requests.prune, presences.forgetEvents, ...events.forget, ...webhooks.forget, ...people.forget],
    tell('old rows could not be removed'),
  );
  const once = answerOnce(requests, seal, tell('an idempotent request could not be noted'));

  const app = createApp({
    logger,
    trustProxy: config.TRUST_PROXY,
    statusUrl: config.statusUrl,
    limits,
    onAnswer: (request, reply) => {
      // A stream ends when its reader leaves: that is no time that anybody waited.
      if (String(reply.getHeader('content-type')).startsWith('text/event-stream')) return;
      const { method, routeOptions } = request;
      measured.answered(method, routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime / 1000);
    },
  });
  app.addHook('preClose', streams.close);
  await app.register(swagger, openApiOptions(config.baseUrl, version));
  await app.register(swagger, dashboardApiOptions(version));

  const close = closeHall(halls, media);
  const update = updateParticipant(participants, media);
  const remove = removeParticipant(participants, presences, media);
  const isMediaReachable = () => watch.reachable;
  const routes = [
    openHallRoute(
      openHall({
        halls,
        media,
        mayRecord: recordings.mayRecord,
        onLeftBehind: (hallId, error) => logger.warn({ err: error, hallId }, 'left to the sweep'),
      }),
    ),
    listHallsRoute(listHalls(halls)),
    getHallRoute(getHall(halls)),
    updateHallRoute(updateHall(halls)),
    closeHallRoute(close),
    deleteHallRoute(deleteHall(halls, media)),
    joinHallRoute(
      joinHall({
        participants,
        media,
        isMediaReachable,
        serverUrl,
        baseUrl: config.baseUrl,
      }),
    ),
    listParticipantsRoute(listParticipants(participants)),
    getParticipantRoute(getParticipant(participants)),
    updateParticipantRoute(update),
    removeParticipantRoute(remove),
    ...events.routes,
    ...webhooks.routes,
    ...recordings.routes,
    getOrganisationRoute(getOrganisation(organisationStore(database))),
  ];
  mount(app, { prefix: '/v1', door: keyDoor(callers.find), limits, answerOnce: once, streams, routes });
  const shownInBoth = new Set(routes);
  mount(app, {
    prefix: dashboardPrefix,
    door: people.door,
    limits,
    answerOnce: once,
    streams,
    routes: [...routes, ...people.routes],
    describe: describeSessionDoor,
    onActed: async (route, ...acted) => {
      if (shownInBoth.has(route)) await people.noteShared(route, ...acted);
    },
  });
  mount(app, {
    prefix: '/room/v1',
    door: guestDoor(findGuest(guestStore(database), media)),
    limits,
    routes: [
      describeVisitRoute(describeVisit({ serverUrl, isMediaReachable })),
      renewTokenRoute(renewToken({ media, serverUrl })),
      hostUpdatesParticipantRoute(update),
      hostRemovesParticipantRoute(remove),
      hostEndsHallRoute(close),
      ...recordings.hostRoutes,
    ],
    undocumented: true,
  });
  const hear = hearMediaEvent(presences, media, tell('somebody who came back could not be dealt with at once'));
  mediaDoor(app, {
    media,
    limits,
    hear: async (event) => {
      if (event.kind === 'egress') egress?.wake(event.room);
      else await hear(event);
    },
    observe: measured.mediaEventHeard,
  });

  const health = checkHealth({
    askDatabase: () => sql`select 1`.execute(database),
    mediaReachable: isMediaReachable,
    windowsShared: shared === undefined ? undefined : () => shared.state === 'shared',
    askRecorders: recordings.describe,
  });
  operatorPages(app, { checkHealth: health, metrics: measured });
  await documentation(app);
  await roomPage(app);
  await dashboardPage(app);
  await egress?.page(app);
  if (parts.signalling !== undefined) {
    const { url, onDeath, onRestart } = parts.signalling;
    onDeath?.(gate.lost);
    onRestart?.(restore);
    const onError = tell('a token could not be looked up');
    passSignalling(app, url, mayEnter({ participants, media, gate, onError }));
  }

  return {
    app,
    close: async () => {
      await Promise.all([
        sweep.stop(),
        ends.stop(),
        recordings.stop(),
        egress?.stop(),
        callers.stop(),
        requestsCounted.stop(),
        forgetting.stop(),
        watch.stop(),
      ]);
      await Promise.all([events.stop(), webhooks.stop()]);
      await events.idle();
      await Promise.all([shared?.close(), media.close(), opened.close()]);
    },
  };
};
