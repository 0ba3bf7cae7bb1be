import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeAtomically } from './atomic-file.ts';
import { StartError } from './start-error.ts';

export type PostgresConnection = {
  /** The folder with the Unix socket, which `pg` takes as the host. */
  readonly host: string;
  readonly user: string;
  readonly password: string;
  readonly database: string;
};

const fileIn = (dataFolder: string) => join(dataFolder, 'postgres.json');

/** Tells commands beside the running server where its PostgreSQL is. */
export const publishConnection = (dataFolder: string, connection: PostgresConnection): Promise<void> =>
  writeAtomically(fileIn(dataFolder), `${JSON.stringify(connection)}\n`);

export const withdrawConnection = (dataFolder: string): Promise<void> => rm(fileIn(dataFolder), { force: true });

export async function publishedConnection(dataFolder: string): Promise<PostgresConnection | undefined> {
  try {
    return JSON.parse(await readFile(fileIn(dataFolder), 'utf8')) as PostgresConnection;
  } catch {
    return undefined;
  }
}

/**
 * How a command connects to the PostgreSQL of the server that holds this data folder. A server that is just starting is
 * waited for, `waitMilliseconds` at most. Throws a StartError.
 */
export async function runningPostgres(dataFolder: string, waitMilliseconds = 15_000): Promise<PostgresConnection> {
  const deadline = Date.now() + waitMilliseconds;
  for (;;) {
    const connection = await publishedConnection(resolve(dataFolder));
    if (connection !== undefined) return connection;
    if (Date.now() >= deadline) break;
    await sleep(50);
  }
  throw new StartError(
    `Hall is running on the data folder ${resolve(dataFolder)}, but tells of no PostgreSQL there. ` +
      'If it uses DATABASE_URL, set the same for this command; if it is still starting, try again.',
  );
}
