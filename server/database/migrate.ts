import { readdir, readFile } from 'node:fs/promises';
import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import type { Tables } from './tables.ts';

const folder = new URL('./migrations/', import.meta.url);

const readMigrations = async (): Promise<Record<string, Migration>> => {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const migrations: Record<string, Migration> = {};
  for (const file of files) {
    const text = await readFile(new URL(file, folder), 'utf8');
    migrations[file.replace(/\.sql$/, '')] = {
      up: async (database) => {
        await sql.raw(text).execute(database);
      },
    };
  }
  return migrations;
};

/** Brings the schema up to date. Instances that start together take turns; a migration commits whole or not at all. Forward only. */
export const migrate = async (database: Kysely<Tables>): Promise<{ applied: string[] }> => {
  const migrator = new Migrator({ db: database, provider: { getMigrations: readMigrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return { applied: (results ?? []).filter((one) => one.status === 'Success').map((one) => one.migrationName) };
};
