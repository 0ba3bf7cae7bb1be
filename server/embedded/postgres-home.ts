import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, readdir, readlink, realpath, rmdir, stat, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Report } from './log.ts';
import { firstBarrier, type SystemUser, systemUser } from './postgres-user.ts';
import { StartError } from './start-error.ts';
import { reasonOf } from './system-error.ts';

/** The folder that holds a database and its socket, and whom PostgreSQL runs as there (undefined: as Hall itself). */
export type PostgresHome = { readonly path: string; readonly user?: SystemUser };

/**
 * The database lies in `postgres` in the data folder. Under root it belongs to another user, who may be unable to get
 * there (a clone in root's own home is the usual case): then it lies in the system folder, and `postgres` is a link to
 * it. Where it lies once it stays, whoever starts Hall later, and a link that leads nowhere is refused: an empty new
 * database would look like lost data.
 */
export async function postgresHome(settings: {
  readonly dataFolder: string;
  readonly systemFolder: string;
  readonly userName: string;
  readonly report: Report;
}): Promise<PostgresHome> {
  const entry = join(settings.dataFolder, 'postgres');
  const found = await lstat(entry).catch(() => undefined);
  const path = found?.isSymbolicLink() ? await followLink(entry) : entry;
  if (process.getuid?.() !== 0) return ownHome(path);
  // A start that was interrupted leaves an empty folder, of whichever owner: that is no home yet.
  const isHome = found !== undefined && (path !== entry || (await readdir(path)).length > 0);
  if (isHome) return existingHome(path);
  const user = await systemUser(settings.userName);
  return { path: await newHome(entry, user, settings), user };
}

async function followLink(entry: string): Promise<string> {
  try {
    return await realpath(entry);
  } catch {
    const target = resolve(entry, '..', await readlink(entry));
    throw new StartError(
      `The database of this data folder was kept in ${target}, which is not there any more. ` +
        `Restore that folder, or delete ${entry} to begin with an empty database.`,
    );
  }
}

async function ownHome(path: string): Promise<PostgresHome> {
  const { uid } = await mkdir(path, { recursive: true, mode: 0o700 })
    .then(() => stat(path))
    .catch((error) => {
      throw new StartError(`The folder ${path} for the database could not be made (${reasonOf(error)}).`);
    });
  if (uid === process.getuid?.()) return { path };
  throw new StartError(
    `The database in ${path} belongs to another user (uid ${uid}). Start Hall as the user whom it was first started as, ` +
      `or give it to this one: chown -R ${process.getuid?.()} ${path}`,
  );
}

/** The owner keeps the database: PostgreSQL starts for no one else. */
async function existingHome(path: string): Promise<PostgresHome> {
  const { uid, gid } = await stat(path);
  if (uid === 0) {
    throw new StartError(
      `The database in ${path} belongs to root, as whom PostgreSQL does not run. ` +
        `Give it to another user, e.g. chown -R postgres: ${path}`,
    );
  }
  const barrier = await firstBarrier({ uid, gid }, path);
  if (barrier === undefined) return { path, user: { uid, gid } };
  throw new StartError(
    `The database in ${path} belongs to the user with uid ${uid}, who may not enter ${barrier}. Let others enter that folder (chmod o+x ${barrier}).`,
  );
}

async function newHome(
  entry: string,
  user: SystemUser,
  { dataFolder, systemFolder, report }: { dataFolder: string; systemFolder: string; report: Report },
): Promise<string> {
  await makeFor(user, entry);
  if ((await firstBarrier(user, entry)) === undefined) return entry;
  const path = await makeBelow(systemFolder, dataFolder, user).catch((error) => {
    throw new StartError(
      `No user but root can enter ${dataFolder}, and no folder for the database could be made in ${systemFolder} ` +
        `(${reasonOf(error)}). Set DATA_DIR to a folder that other users can enter, or DATABASE_URL to a PostgreSQL of your own.`,
    );
  });
  report(`The database is kept in ${path}: PostgreSQL does not run as root, and no other user can enter ${dataFolder}`);
  await rmdir(entry);
  await symlink(path, entry);
  return path;
}

/**
 * Named after the data folder's path. A database that an earlier data folder of this path left there is not taken over:
 * the passwords to it went with that folder.
 */
async function makeBelow(systemFolder: string, dataFolder: string, user: SystemUser): Promise<string> {
  const made = await mkdir(systemFolder, { recursive: true, mode: 0o755 });
  if (made !== undefined) await chmod(systemFolder, 0o755);
  const name = join(systemFolder, `data-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 12)}`);
  for (let number = 1; ; number++) {
    const path = number === 1 ? name : `${name}-${number}`;
    await makeFor(user, path);
    if ((await readdir(path)).length === 0) return path;
  }
}

async function makeFor({ uid, gid }: SystemUser, path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await chown(path, uid, gid);
}
