import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { type Clock, memoryWindows } from './memory-windows.ts';
import { type RedisWindows, redisWindows } from './redis-windows.ts';
import type { Scope, Verdict, Windows } from './windows.ts';

export interface SharedWindows extends Windows {
  /** `alone` while Redis is away: the limits then hold for this instance, not for all of them together. */
  readonly state: 'shared' | 'alone';
  close(): Promise<void>;
}

export type SharedWindowsOptions = {
  /** `redis://`, `rediss://` or a socket's path. */
  readonly url: string;
  /** For the time alone; see `Clock`. */
  readonly clock: Clock;
  readonly maxBuckets?: number;
  /** Redis is lost, or could not be reached at the start. Told once, until it is back. `state` has changed already, as in `onBack`. */
  onAway(error: Error): void;
  onBack(): void;
};

/** A request that Redis does not answer in so many milliseconds is decided without it, and so are all after it. */
const patience = 250;
const connectingPatience = 1_000;
const firstPause = 50;
const longestPause = 1_000;
/** A connection lost sooner than this counts as one more failure, or a Redis that answers every other time would be asked without a pause. */
const steadyAfter = 10_000;

/**
 * Windows in Redis, and while it is away in this process.
 *
 *   start ──▶ shared ──▶ alone ──▶ shared …    a failed or late answer, or the connection's end, leads to alone;
 *     └─────▶ alone                            a new connection that has counted a request in time leads back
 *
 * What Redis admits is counted here too, so an instance that is left alone remembers its own last minute, and n instances alone
 * admit at most n limits. (It costs 1 µs of the 33 that a request of three scopes takes of this process; `npm run bench` measures it.)
 * Redis learns nothing of what was admitted alone: in the minute after it is back, one limit more may be admitted.
 *
 * Resolves when the first attempt to connect has ended, within two seconds, either way.
 */
export const sharedWindows = async (options: SharedWindowsOptions): Promise<SharedWindows> => {
  const { url, onAway, onBack } = options;
  const local = memoryWindows(options);
  const closing = new AbortController();
  let connection: Connection | undefined;
  let failures = 0;
  let regaining: Promise<void> | undefined;

  const share = (opened: Connection, tell: () => void = () => undefined) => {
    const onEnd = () => leave(opened, new Error('Redis closed the connection'));
    connection = opened;
    opened.redis.once('end', onEnd);
    tell();
    // it may have ended since it was opened, and then tells nobody any more
    if (opened.redis.status === 'end') onEnd();
  };

  const leave = (lost: Connection, error: Error) => {
    // of all the requests in flight one is the first to tell
    if (lost !== connection) return;
    connection = undefined;
    lost.redis.disconnect();
    failures = performance.now() - lost.since < steadyAfter ? failures + 1 : 0;
    goAlone(error);
  };

  const goAlone = (error: Error) => {
    onAway(error);
    regaining = regain();
  };

  const regain = async () => {
    while (!closing.signal.aborted) {
      await pauseAfter(failures, closing.signal);
      const opened = await connect(url).catch(() => undefined);
      if (opened === undefined) failures += 1;
      else if (closing.signal.aborted) opened.redis.disconnect();
      else return share(opened, onBack);
    }
  };

  const admitTogether = async (scopes: readonly Scope[], asked: Connection): Promise<Verdict> => {
    try {
      const verdict = await inTime(asked.windows.admit(scopes), patience);
      if (verdict.admitted) local.record(scopes);
      return verdict;
    } catch (error) {
      leave(asked, asError(error));
      return local.admit(scopes);
    }
  };

  try {
    share(await connect(url));
  } catch (error) {
    failures = 1;
    goAlone(asError(error));
  }

  return {
    admit: (scopes) => (connection === undefined ? local.admit(scopes) : admitTogether(scopes, connection)),
    get state() {
      return connection === undefined ? 'alone' : 'shared';
    },
    async close() {
      const last = connection;
      connection = undefined;
      closing.abort();
      last?.redis.disconnect();
      await regaining;
    },
  };
};

type Connection = { readonly redis: Redis; readonly windows: RedisWindows; readonly since: number };

/**
 * A connection that has just counted a request in time: one that only answers PING may still be a replica, full, or loading.
 * A connection is never mended but replaced, for the client would hold requests back while it tries.
 */
const connect = async (url: string): Promise<Connection> => {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectionName: 'hall-windows',
    disconnectTimeout: 100,
    retryStrategy: null,
    enableOfflineQueue: false,
    enableReadyCheck: false,
  });
  let cause: Error | undefined;
  redis.on('error', (error: Error) => {
    cause = error;
  });
  try {
    await inTime(redis.connect(), connectingPatience);
    const windows = redisWindows(redis);
    await inTime(windows.admit([{ name: 'requests', key: '{probe}', limit: Number.MAX_SAFE_INTEGER }]), patience);
    return { redis, windows, since: performance.now() };
  } catch (error) {
    redis.disconnect();
    // the client says only that the connection is closed, and tells the reason as an event
    throw cause ?? error;
  }
};

/** Rejects when the answer is not there in so many milliseconds. */
const inTime = <T>(answer: Promise<T>, milliseconds: number): Promise<T> =>
  new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error(`Redis did not answer within ${milliseconds} ms`));
    // after this process itself has stood still, timers run before the answers that have arrived meanwhile: those go first
    const timer = setTimeout(() => setImmediate(giveUp), milliseconds);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });

const pauseAfter = async (failures: number, signal: AbortSignal) => {
  const length = failures === 0 ? 0 : Math.min(firstPause * 2 ** (failures - 1), longestPause);
  await pause(length, undefined, { signal, ref: false }).catch(() => undefined);
};

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));
