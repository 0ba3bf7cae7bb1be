import { readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { writeAtomically } from './atomic-file.ts';
import { startTimeOf } from './process-identity.ts';

/** Who holds a data folder: the server for as long as it runs, or a command for its own short while. */
export type Role = 'server' | 'command';

/** What the holder of the lock tells about itself. The lock is the truth; this only explains it to others. */
export type Holder = {
  readonly pid: number;
  readonly startTime: string;
  readonly role: Role;
  /** In a container its id, so that a pid there is not taken for one here. */
  readonly host: string;
};

const fileIn = (folder: string) => join(folder, 'holder.json');

export async function writeHolder(folder: string, role: Role): Promise<void> {
  const startTime = (await startTimeOf(process.pid)) ?? '';
  const holder: Holder = { pid: process.pid, startTime, role, host: hostname() };
  await writeAtomically(fileIn(folder), `${JSON.stringify(holder)}\n`);
}

export const removeHolder = (folder: string): Promise<void> => rm(fileIn(folder), { force: true });

/** The last one that wrote its name; `alive` tells whether it is there still. */
export async function readHolder(folder: string): Promise<(Holder & { alive: boolean }) | undefined> {
  try {
    const holder = JSON.parse(await readFile(fileIn(folder), 'utf8')) as Holder;
    return { ...holder, alive: holder.host === hostname() && (await startTimeOf(holder.pid)) === holder.startTime };
  } catch {
    return undefined;
  }
}
