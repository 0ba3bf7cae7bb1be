import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from './start-error.ts';

const run = promisify(execFile);
const environment = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };

/** Whom PostgreSQL runs as, when that is not the user who started Hall. */
export type SystemUser = { readonly uid: number; readonly gid: number };

/** The system user of this name; made when there is none. Only for root, whom PostgreSQL refuses to run as. */
export async function systemUser(name: string): Promise<SystemUser> {
  const user = await lookUp(name);
  if (user !== undefined) return user;
  try {
    await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name], {
      env: environment,
    });
  } catch (error) {
    throw cannotMake(name, error);
  }
  const made = await lookUp(name);
  if (made === undefined) throw cannotMake(name, new Error('useradd succeeded, but the user is not there'));
  return made;
}

async function lookUp(name: string): Promise<SystemUser | undefined> {
  const id = async (flag: string) => Number((await run('id', [flag, name], { env: environment })).stdout);
  try {
    return { uid: await id('-u'), gid: await id('-g') };
  } catch {
    return undefined;
  }
}

function cannotMake(name: string, error: unknown): StartError {
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
  const reason = said || (error instanceof Error ? error.message : String(error));
  return new StartError(
    `PostgreSQL does not run as root, and the system user ${name} for it could not be made (${reason}). ` +
      'Make that user, or start Hall as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
  );
}

/**
 * The first of these paths, or of the folders above them, that the user may not enter (a folder) or read (a file).
 * Asked of the system as that user, for modes alone do not tell: there are access lists and security modules.
 */
export async function firstBarrier(user: SystemUser, ...paths: string[]): Promise<string | undefined> {
  const all = paths.flatMap((path) => [...foldersAbove(path), path]);
  const { stdout } = await run('/bin/sh', ['-c', barrierScript, 'sh', ...new Set(all)], {
    ...user,
    cwd: '/',
    env: environment,
  });
  return stdout === '' ? undefined : stdout;
}

const barrierScript = `
for path in "$@"; do
  if [ -d "$path" ]; then [ -x "$path" ]; else [ -r "$path" ]; fi || { printf %s "$path"; exit 0; }
done`;

const foldersAbove = (path: string): string[] => {
  const parent = dirname(path);
  return parent === path ? [] : [...foldersAbove(parent), parent];
};
