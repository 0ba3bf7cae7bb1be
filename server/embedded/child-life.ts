import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RecordPlace, recordChild } from './child-record.ts';
import { type StopStep, startWatcher } from './child-watcher.ts';
import type { Log } from './log.ts';
import { reasonOf } from './system-error.ts';

export type ChildSettings = {
  /** As people know it, e.g. `PostgreSQL`. */
  readonly name: string;
  /** The program's absolute path. */
  readonly command: string;
  readonly args: readonly string[];
  /** All of the child's environment: it inherits none. */
  readonly environment: Readonly<Record<string, string>>;
  /** Only root can start a child as another user. */
  readonly user?: { readonly uid: number; readonly gid: number } | undefined;
  readonly record: RecordPlace;
  /** The signals that end it, in order; after the last one's grace it is killed. */
  readonly stop: readonly StopStep[];
  /** Puts in order what the last one left behind; before each start. */
  readonly prepare?: () => Promise<void>;
  /** Resolves once the child of this pid serves. `gone` tells that it has died and waiting is useless. */
  readonly ready: (pid: number, gone: AbortSignal) => Promise<void>;
  /** How long that may take before the start has failed. Without it: as long as the child lives. */
  readonly startMilliseconds?: number;
  readonly onLine: (line: string) => void;
  readonly log: Log;
};

/** One process, from its start to its end. */
export type Life = {
  readonly pid: number;
  readonly process: ChildProcess;
  /** Aborted when the process has ended. */
  readonly gone: AbortSignal;
  /** Resolves when it has, with how: `exit code 1`, `SIGKILL`. */
  readonly end: Promise<string>;
  /** What it said last, at most 20 lines; complete soon after its end. */
  lastLines(): Promise<readonly string[]>;
};

/** A child could not be started, or ended before it was ready. */
export class ChildFailure extends Error {
  override readonly name = 'ChildFailure';
  readonly lastLines: readonly string[];
  constructor(message: string, lastLines: readonly string[], options?: ErrorOptions) {
    super(message, options);
    this.lastLines = lastLines;
  }
}

export async function launch(settings: ChildSettings): Promise<Life> {
  const watcher = startWatcher(settings.stop);
  const child = spawn(settings.command, settings.args, {
    // Its own session, so that Ctrl-C in the terminal reaches Hall alone, which stops its parts in order.
    detached: true,
    cwd: '/',
    env: settings.environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...settings.user,
  });
  if (child.pid === undefined) {
    watcher.dismiss();
    const [error] = await once(child, 'error');
    throw new ChildFailure(`it cannot be run (${reasonOf(error)})`, [], { cause: error });
  }
  watcher.watch(child.pid);
  const life = follow(child, child.pid, settings.onLine, watcher.dismiss);
  await recordChild(settings.record, child.pid, settings.command).catch((error) =>
    settings.log.warn({ err: error }, `The pid of ${settings.name} could not be recorded`),
  );
  return life;
}

function follow(child: ChildProcess, pid: number, onLine: (line: string) => void, onEnd: () => void): Life {
  const lines: string[] = [];
  const hear = (line: string) => {
    lines.push(line);
    if (lines.length > 20) lines.shift();
    onLine(line);
  };
  for (const stream of [child.stdout, child.stderr]) if (stream !== null) readLines(stream, hear);

  const gone = new AbortController();
  const end = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      onEnd();
      gone.abort();
      resolve(signal ?? `exit code ${code}`);
    });
  });
  // Only a signal that may not be sent gives an error now, and `endLife` goes on to the next one.
  child.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  // A grandchild may keep the pipes open, so their end is not waited for without a limit.
  const lastLines = () => Promise.race([closed, sleep(300, undefined, { ref: false })]).then(() => lines);
  return { pid, process: child, gone: gone.signal, end, lastLines };
}

function readLines(stream: Readable, hear: (line: string) => void): void {
  createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on('line', hear);
}

/** Ends a process step by step, at last by force. Resolves when it is gone. */
export async function endLife(life: Life, { stop, name, log }: ChildSettings): Promise<void> {
  for (const { signal, graceMilliseconds } of stop) {
    life.process.kill(signal);
    const survives = await sleep(graceMilliseconds, true, { signal: life.gone }).catch(() => false);
    if (!survives) return;
  }
  log.warn({ pid: life.pid }, `${name} did not stop in time and is killed`);
  killGroup(life.pid);
  await life.end;
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended by itself at this moment.
  }
}
