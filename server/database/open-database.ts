import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

export type Connection =
  | { connectionString: string }
  | { host: string; user: string; password: string; database: string };

export type OpenDatabase = {
  readonly database: Kysely<Tables>;
  /** Connections that are open, of these idle ones, and requests that wait for one. */
  usage(): { total: number; idle: number; waiting: number };
  close(): Promise<void>;
};

/** A request waits no longer than this for a connection: 503 at once is kinder than a queue nobody sees. */
const connectMilliseconds = 3_000;
/**
 * No statement of a request takes longer; a lock that is held so long is a fault. A request that finds the database
 * hanging may meet this twice, for it still has to give back what it took.
 */
const statementMilliseconds = 5_000;

const statementNames = new Map<string, string>();

/** PostgreSQL keeps one plan for each named statement, so a statement that is named by its text is planned once a connection. */
const nameOf = (text: string): string => {
  let name = statementNames.get(text);
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
    statementNames.set(text, name);
  }
  return name;
};

/**
 * Stores make a bounded number of different statements; migrations, which hold several at once, take no parameters and no name.
 * A connection on which an answer is overdue would hand that answer to the next request, so it does not go back to the pool.
 */
const prepared = (client: pg.PoolClient): PostgresPoolClient => {
  let overdue = false;
  const query = async (text: string, values: readonly unknown[]) => {
    try {
      return await (values.length === 0
        ? client.query(text)
        : client.query({ name: nameOf(text), text, values: [...values] }));
    } catch (error) {
      overdue ||= error instanceof Error && error.message === 'Query read timeout';
      throw error;
    }
  };
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(overdue) };
};

const preparing = (pool: pg.Pool): PostgresPool => {
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    connect: async () => {
      const client = await pool.connect();
      let wrapper = wrapped.get(client);
      if (wrapper === undefined) {
        wrapper = prepared(client);
        // One that breaks off at work tells it twice: to the statement, which fails, and as this event, which unheard
        // would end the process. The pool listens to idle ones alone.
        client.on('error', () => {});
        wrapped.set(client, wrapper);
      }
      return wrapper;
    },
    end: () => pool.end(),
  };
};

/** Opens the pool. It connects when it is first used and reconnects by itself; `onLost` hears of idle connections that broke. */
export const openDatabase = (
  connection: Connection,
  options: { poolSize: number; onLost: (error: Error) => void },
): OpenDatabase => {
  const pool = new pg.Pool({
    ...connection,
    max: options.poolSize,
    connectionTimeoutMillis: connectMilliseconds,
    statement_timeout: statementMilliseconds,
    // The server may hang without closing the connection; the client gives up a little later than the server would.
    query_timeout: statementMilliseconds + 1_000,
    application_name: 'hall',
  });
  pool.on('error', options.onLost);
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparing(pool) }) });
  return {
    database,
    usage: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => database.destroy(),
  };
};

/** Whether the database could not be asked at all, as opposed to having answered with an error of ours. */
export const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  // 08: connection, 53: resources, 57: operator intervention (shutting down, cancelled by time-out), 25006: read-only standby.
  if (/^(08|53|57)/.test(code) || code === '25006') return true;
  if (/^(ECONN|EPIPE|ENOENT|ENOTFOUND|EAI_|ETIMEDOUT|EHOSTUNREACH)/.test(code)) return true;
  return /Connection terminated|timeout exceeded|Query read timeout|not queryable/.test(error.message);
};
