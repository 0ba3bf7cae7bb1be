import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Scope } from './limits/windows.ts';

export type Metrics = {
  answered(method: string, route: string, status: number, seconds: number): void;
  refused(scope: Scope['name']): void;
  mediaCalled(call: string, ok: boolean, seconds: number): void;
  swept(seconds: number): void;
  mediaEventHeard(outcome: string): void;
  /** Events got their positions; the first of them was written so long ago. */
  published(count: number, slowestSeconds: number): void;
  /** One attempt to deliver a webhook, and what became of it. */
  webhookAttempted(result: string, seconds: number): void;
  /** The Prometheus text. */
  text(): Promise<string>;
  readonly contentType: string;
};

/** What is asked at the moment somebody scrapes. */
export type Gauges = {
  openHalls: () => Promise<number>;
  pool: () => { total: number; idle: number; waiting: number };
  mediaReachable: () => boolean;
  /** For how many seconds the oldest event waits to be published. */
  eventLag: () => Promise<number>;
  openStreams: () => number;
  webhooks: {
    inFlight: (lane: 'fast' | 'slow') => number;
    waiting: (most: number) => Promise<number>;
    oldestDueSeconds: () => Promise<number>;
  };
  /** Whether the windows are shared by all instances; true too when there is nothing to share. */
  windowsShared: () => boolean;
  recorders: () => Promise<{ able: number; capacity: number; waiting: number; running: number; uploading: number }>;
};

const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Of what is counted row by row; more would take longer than a scrape should. */
const mostCounted = 100_000;

/** Prometheus metrics of this process; event loop lag, memory and CPU are prom-client's own. */
export const metrics = (gauges: Gauges): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Histogram({
    name: 'hall_http_request_seconds',
    help: 'Time from request to answer, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: requestBuckets,
    registers,
  });
  const refusals = new Counter({
    name: 'hall_limiter_refusals_total',
    help: 'Requests refused with 429, by the window that was full.',
    labelNames: ['scope'],
    registers,
  });
  const media = new Histogram({
    name: 'hall_media_call_seconds',
    help: 'Time of calls to the media server, by call and result.',
    labelNames: ['call', 'result'],
    buckets: requestBuckets,
    registers,
  });
  const mediaEvents = new Counter({
    name: 'hall_media_events_total',
    help: "The media server's events that reached Hall, by what became of them.",
    labelNames: ['outcome'],
    registers,
  });
  const sweep = new Histogram({
    name: 'hall_sweep_seconds',
    help: 'Time of one sweep.',
    buckets: requestBuckets,
    registers,
  });
  const attempts = new Histogram({
    name: 'hall_webhook_attempt_seconds',
    help: 'Time of attempts to deliver a webhook, by what became of them.',
    labelNames: ['result'],
    buckets: requestBuckets,
    registers,
  });
  const published = new Counter({
    name: 'hall_events_published_total',
    help: 'Events that this instance has published.',
    registers,
  });
  const publishing = new Histogram({
    name: 'hall_event_publishing_seconds',
    help: 'From a change to the publication of its event: the slowest of each round that published any.',
    buckets: requestBuckets,
    registers,
  });
  const gauge = (name: string, help: string, read: () => number | Promise<number>): void => {
    const made: Gauge = new Gauge({
      name,
      help,
      registers,
      collect: async () => {
        // A scrape while the database is away still tells everything else.
        const value = await Promise.resolve()
          .then(read)
          .catch(() => Number.NaN);
        made.set(value);
      },
    });
  };
  gauge('hall_open_halls', 'Halls that take up capacity, of all organisations.', gauges.openHalls);
  gauge('hall_media_reachable', '1 while the media server answers.', () => Number(gauges.mediaReachable()));
  gauge(
    'hall_events_lag_seconds',
    'For how long the oldest event waits to be published; 0 when none does.',
    gauges.eventLag,
  );
  gauge('hall_event_streams', 'Event streams that are open.', gauges.openStreams);
  gauge('hall_windows_shared', '1 while rate limits are counted where they should be; 0 while Redis is away.', () =>
    Number(gauges.windowsShared()),
  );
  gauge('hall_database_connections', 'Connections to PostgreSQL.', () => gauges.pool().total);
  gauge('hall_database_connections_idle', 'Connections to PostgreSQL without work.', () => gauges.pool().idle);
  gauge(
    'hall_database_requests_waiting',
    'Requests that wait for a connection to PostgreSQL.',
    () => gauges.pool().waiting,
  );
  gauge('hall_webhook_deliveries_waiting', 'Deliveries that wait for an attempt, at most 100,000.', () =>
    gauges.webhooks.waiting(mostCounted),
  );
  gauge('hall_webhook_oldest_due_seconds', 'For how long something has been due that no instance has taken.', () =>
    gauges.webhooks.oldestDueSeconds(),
  );
  gauge('hall_webhook_attempts_in_flight', 'Attempts under way that are quick so far.', () =>
    gauges.webhooks.inFlight('fast'),
  );
  gauge('hall_webhook_attempts_in_flight_slow', 'Attempts under way to receivers that are slow or failing.', () =>
    gauges.webhooks.inFlight('slow'),
  );
  const recording = {
    able: 'Recorders that are able to record.',
    capacity: 'Halls that these can record at once.',
    waiting: 'Recordings that wait for a recorder.',
    running: 'Recordings that run.',
    uploading: 'Recordings on their way to their bucket.',
  } as const;
  for (const [name, help] of Object.entries(recording))
    gauge(`hall_recorder_${name}`, help, async () => (await gauges.recorders())[name as keyof typeof recording]);
  return {
    webhookAttempted: (result, seconds) => attempts.observe({ result }, seconds),
    answered: (method, route, status, seconds) => requests.observe({ method, route, status }, seconds),
    refused: (scope) => refusals.inc({ scope }),
    mediaCalled: (call, ok, seconds) => media.observe({ call, result: ok ? 'ok' : 'failed' }, seconds),
    mediaEventHeard: (outcome) => mediaEvents.inc({ outcome }),
    published: (count, slowestSeconds) => {
      published.inc(count);
      publishing.observe(slowestSeconds);
    },
    swept: (seconds) => sweep.observe(seconds),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
};
