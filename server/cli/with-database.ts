import { pino } from 'pino';
import { type Config, readConfig } from '../config.ts';
import { migrate } from '../database/migrate.ts';
import { type Connection, openDatabase } from '../database/open-database.ts';
import type { Database } from '../database/tables.ts';
import { isLocked, openDataFolder } from '../embedded/data-folder.ts';
import { runningPostgres, startPostgres } from '../embedded/postgres.ts';

const log = pino({ level: 'warn' }, pino.destination(2));
const ignoreProgress = (): void => {};

type Held = { connection: Connection; giveBack: () => Promise<void> };

/** The database of the server that runs, or the data folder's own, started for as long as the command takes. */
const reachDatabase = async (config: Config): Promise<Held> => {
  if (config.DATABASE_URL !== undefined)
    return { connection: { connectionString: config.DATABASE_URL }, giveBack: async () => {} };
  if (await isLocked(config.DATA_DIR)) {
    return { connection: await runningPostgres(config.DATA_DIR), giveBack: async () => {} };
  }
  const dataFolder = await openDataFolder(config.DATA_DIR, 'command');
  try {
    const postgres = await startPostgres({ dataFolder, log, report: ignoreProgress });
    return {
      connection: postgres.connection,
      giveBack: async () => {
        await postgres.stop();
        await dataFolder.release();
      },
    };
  } catch (error) {
    await dataFolder.release();
    throw error;
  }
};

/** Runs a command's work on the installation's database, beside a running server or without one. */
export const withDatabase = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
  const held = await reachDatabase(readConfig(process.env));
  try {
    const opened = openDatabase(held.connection, { poolSize: 2, onLost: () => {} });
    try {
      await migrate(opened.database);
      return await work(opened.database);
    } finally {
      await opened.close();
    }
  } finally {
    await held.giveBack();
  }
};
