import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeAtomically } from './atomic-file.ts';
import type { StopStep } from './child-watcher.ts';
import type { Log } from './log.ts';
import { commandLineOf, startTimeOf } from './process-identity.ts';
import { StartError } from './start-error.ts';
import { isCode } from './system-error.ts';

/** Where the pid of a child is kept, so that the next start can end it when this Hall could not. */
export type RecordPlace = {
  readonly file: string;
  /** The data folder's identity: a copy of the folder holds a copy of the record, and has no right to the child. */
  readonly owner: string;
};

type ChildRecord = {
  readonly pid: number;
  readonly startTime: string;
  readonly command: string;
  readonly owner: string;
};

export async function recordChild(place: RecordPlace, pid: number, command: string): Promise<void> {
  const startTime = await startTimeOf(pid);
  if (startTime === undefined) return;
  const record: ChildRecord = { pid, startTime, command, owner: place.owner };
  await mkdir(dirname(place.file), { recursive: true, mode: 0o700 });
  await writeAtomically(place.file, `${JSON.stringify(record)}\n`);
}

export const forgetChild = (place: RecordPlace): Promise<void> => rm(place.file, { force: true });

/** Ends the child that an earlier Hall left behind, and leaves every other process alone. */
export async function endLeftover(
  place: RecordPlace,
  name: string,
  stop: readonly StopStep[],
  log: Log,
): Promise<void> {
  const record = await readRecord(place.file);
  if (record === undefined) return;
  if (record.owner === place.owner && (await isRunning(record))) {
    log.warn({ pid: record.pid }, `${name} of an earlier start still runs; ending it`);
    await end(record, name, stop);
  }
  await forgetChild(place);
}

async function readRecord(file: string): Promise<ChildRecord | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as ChildRecord;
  } catch {
    return undefined;
  }
}

async function isRunning({ pid, startTime, command }: ChildRecord): Promise<boolean> {
  if ((await startTimeOf(pid)) !== startTime) return false;
  return (await commandLineOf(pid))?.includes(command) ?? false;
}

async function end(record: ChildRecord, name: string, stop: readonly StopStep[]): Promise<void> {
  for (const { signal, graceMilliseconds } of [...stop, { signal: 'SIGKILL', graceMilliseconds: 2_000 } as const]) {
    send(record.pid, signal, name);
    const deadline = Date.now() + graceMilliseconds;
    do {
      if ((await startTimeOf(record.pid)) !== record.startTime) return;
      await sleep(20);
    } while (Date.now() < deadline);
  }
  throw new StartError(
    `${name} of an earlier start (process ${record.pid}) cannot be ended. End it, then start Hall again.`,
  );
}

function send(pid: number, signal: NodeJS.Signals, name: string): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (isCode(error, 'ESRCH')) return;
    throw new StartError(
      `${name} of an earlier start (process ${pid}) belongs to another user. Start Hall as the same user as before, or end that process.`,
    );
  }
}
