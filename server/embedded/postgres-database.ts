import pg from 'pg';
import { adminUser } from './postgres-cluster.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import { StartError } from './start-error.ts';
import { isCode, reasonOf } from './system-error.ts';

/** Makes Hall's own user and its database, where they are missing. The user owns the database and may make others. */
export async function ensureDatabase(connection: PostgresConnection, adminPassword: string): Promise<void> {
  const { host, user, password, database } = connection;
  const client = new pg.Client({ host, user: adminUser, password: adminPassword, database: 'postgres' });
  try {
    await client.connect();
    const [role, name] = [client.escapeIdentifier(user), client.escapeIdentifier(database)];
    const { rows } = await client.query(
      `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS role, EXISTS (SELECT FROM pg_database WHERE datname = $2) AS database`,
      [user, database],
    );
    if (!rows[0].role)
      await client.query(`CREATE ROLE ${role} LOGIN CREATEDB PASSWORD ${client.escapeLiteral(password)}`);
    if (!rows[0].database) await client.query(`CREATE DATABASE ${name} OWNER ${role}`);
  } catch (error) {
    throw new StartError(
      isCode(error, '28P01')
        ? 'The database does not accept the passwords in the folder "secrets" of the data folder. Restore that folder from the backup that the database came from.'
        : `The database runs, but could not be prepared for Hall (${reasonOf(error)}).`,
      { cause: error },
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}
