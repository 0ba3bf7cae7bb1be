import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PostgresHome } from './postgres-home.ts';

/** The kernel's limit for a socket's path, in bytes: 108 on Linux and 104 on macOS, with the closing zero. */
const longestPath = process.platform === 'darwin' ? 103 : 107;

/** In its place a short folder, when the home lies too deep. macOS has none shorter that every user may write to. */
const shortPrefix = '/tmp/hall-';

/** The folder for PostgreSQL's socket, which only its user and Hall may enter. */
export async function makeSocketFolder(home: PostgresHome): Promise<string> {
  const path = join(home.path, 'socket');
  const fits = Buffer.byteLength(join(path, '.s.PGSQL.5432')) <= longestPath;
  const folder = fits ? path : await mkdtemp(shortPrefix);
  if (fits) await mkdir(folder, { recursive: true, mode: 0o700 });
  if (home.user !== undefined) await chown(folder, home.user.uid, home.user.gid);
  return folder;
}

/** Removes a short folder; the one in the home stays. */
export async function removeSocketFolder(folder: string): Promise<void> {
  if (dirname(folder) === dirname(shortPrefix) && folder.startsWith(shortPrefix)) {
    await rm(folder, { recursive: true, force: true });
  }
}
