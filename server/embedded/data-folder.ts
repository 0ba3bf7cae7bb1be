import { chmod, mkdir, realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FileLock, takeFileLock } from './file-lock.ts';
import { type Holder, type Role, readHolder, removeHolder, writeHolder } from './folder-holder.ts';
import { keepSecret } from './secret-file.ts';
import { StartError } from './start-error.ts';
import { reasonOf } from './system-error.ts';

export type DataFolder = {
  /** The folder's real, absolute path. */
  readonly path: string;
  /** Names the folder itself, not its path: the same after a move, another one for a copy. */
  readonly identity: string;
  /** Reads the secret of this name, or makes, keeps (mode 0600) and returns it. */
  secret(name: string, make: () => string): Promise<string>;
  /** Gives the folder free; the second call does nothing. */
  release(): Promise<void>;
};

/**
 * Makes the folder and takes its lock, so that one Hall at a time keeps its database and secrets there. A server that
 * holds it is refused at once; a command is waited for, `waitMilliseconds` at most. Throws a StartError.
 */
export async function openDataFolder(
  path: string,
  role: Role,
  { waitMilliseconds = 30_000 }: { waitMilliseconds?: number } = {},
): Promise<DataFolder> {
  const folder = await makeFolder(resolve(path));
  const lock = await takeLock(folder, Date.now() + waitMilliseconds);
  await writeHolder(folder, role).catch((error) => {
    lock.release();
    throw new StartError(
      `The data folder ${folder} cannot be written to (${reasonOf(error)}). Make room or give it to the user who starts Hall.`,
    );
  });
  const { dev, ino } = await stat(folder);
  let released: Promise<void> | undefined;
  return {
    path: folder,
    identity: `${dev}:${ino}`,
    secret: (name, make) => keepSecret(join(folder, 'secrets', name), make),
    release: () => {
      released ??= removeHolder(folder).finally(lock.release);
      return released;
    },
  };
}

/** Whether a live server holds the folder. A command's hold does not count: it ends by itself. */
export async function isLocked(path: string): Promise<boolean> {
  const folder = resolve(path);
  // For a second: who has just taken the lock may not have written its name yet.
  for (let attempt = 0; attempt < 20; attempt++) {
    if ((await stat(join(folder, lockFile)).catch(() => undefined)) === undefined) return false;
    const lock = tryLock(folder);
    lock?.release();
    if (lock !== undefined) return false;
    const holder = await readHolder(folder);
    if (holder?.alive) return holder.role === 'server';
    await sleep(50);
  }
  return true;
}

const lockFile = 'lock';

/**
 * Only its owner reads the folder. Root's may be passed through by others, though not listed: its PostgreSQL runs as
 * another user, whose own folder lies inside. A folder that was there before keeps the mode it has.
 */
async function makeFolder(path: string): Promise<string> {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  try {
    const made = await mkdir(path, { recursive: true, mode });
    if (made !== undefined) await chmod(path, mode);
    return await realpath(path);
  } catch (error) {
    throw new StartError(
      `The data folder ${path} cannot be made (${reasonOf(error)}). Set DATA_DIR to a folder that this user may write to.`,
    );
  }
}

async function takeLock(folder: string, deadline: number): Promise<FileLock> {
  for (;;) {
    const lock = tryLock(folder);
    if (lock !== undefined) return lock;
    const holder = await readHolder(folder);
    if (holder?.alive && holder.role === 'server') throw alreadyRunning(folder, holder);
    if (Date.now() >= deadline) throw stillHeld(folder, holder);
    await sleep(50);
  }
}

function tryLock(folder: string): FileLock | undefined {
  try {
    return takeFileLock(join(folder, lockFile));
  } catch (error) {
    throw new StartError(
      `The data folder ${folder} cannot be locked (${reasonOf(error)}). It has to belong to the user who starts Hall, on a ` +
        'local disk with some room. Give it to that user, or set DATA_DIR to another folder.',
    );
  }
}

const alreadyRunning = (folder: string, { pid }: Holder) =>
  new StartError(
    `Hall is already running on the data folder ${folder} (process ${pid}). ` +
      'Stop that one first, or set DATA_DIR to another folder to run a second Hall.',
  );

function stillHeld(folder: string, holder: (Holder & { alive: boolean }) | undefined): StartError {
  if (holder?.alive) {
    return new StartError(
      `A Hall command (process ${holder.pid}) still uses the data folder ${folder}. Wait for it to end, then try again.`,
    );
  }
  const who =
    holder === undefined ? 'another process' : `process ${holder.pid} on the machine or container ${holder.host}`;
  return new StartError(`The data folder ${folder} is held by ${who}. Stop it, or set DATA_DIR to another folder.`);
}
