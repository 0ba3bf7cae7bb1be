import { accessSync, constants } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isCode } from './system-error.ts';

export type FileLock = { release(): void };

const busy = 5;

/** Keeps the locks reachable: a collected one would let go of its file. */
const held = new Set<DatabaseSync>();

/**
 * Locks a file for this process, or returns undefined when another holds it. Throws when the file cannot be locked.
 *
 * The lock is the kernel's own: it ends with the process however that dies, is not mistaken for another's when a pid
 * is given away again, and holds between containers that share a volume. Node has no call for it, but its SQLite
 * takes one on a database it is about to write to, here an empty one that stays empty.
 */
export function takeFileLock(file: string): FileLock | undefined {
  requireWritable(file);
  const database = new DatabaseSync(file);
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return undefined;
    throw error;
  }
  held.add(database);
  return { release: () => held.delete(database) && database.close() };
}

/** SQLite would open a file that may only be read, and its lock on that keeps nobody out. */
function requireWritable(file: string): void {
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error;
  }
}
