import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Log } from '../log.ts';

export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

export const isRoot = process.getuid?.() === 0;

/** A new folder, removed when the test ends; `onEnd` where there is no running test, as in `beforeAll`. */
export async function temporaryFolder(onEnd: (clean: () => Promise<void>) => void = onTestFinished): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'hall-test-')));
  // Under root PostgreSQL runs as another user, who is to find its way in here.
  await chmod(folder, 0o711);
  onEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

export type Script = { readonly process: ChildProcess; readonly pid: number; readonly firstLine: string };

/** Runs a script of this folder, or another file, as a process of its own; it is killed when the test ends. Resolves with its first line. */
export async function startScript(script: string, ...args: string[]): Promise<Script> {
  const file = script.startsWith('/') ? script : fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [file, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout });
  const [firstLine] = await Promise.race([once(lines, 'line'), once(lines, 'close').then(() => [''])]);
  if (child.pid === undefined) throw new Error(`${file} did not start`);
  return { process: child, pid: child.pid, firstLine };
}

/** Closes the script's standard input, and resolves when it has ended, as it should, by itself. */
export async function stopScript({ process: child }: Script): Promise<void> {
  child.stdin?.end();
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the script ended with exit code ${code}`);
}

/** Asks again and again until the answer is true, `milliseconds` at most, and returns how long that took. */
export async function until(question: () => boolean | Promise<boolean>, milliseconds: number): Promise<number> {
  const since = performance.now();
  while (!(await question())) {
    if (performance.now() - since > milliseconds) throw new Error(`still not so after ${milliseconds} ms: ${question}`);
    await sleep(10);
  }
  return performance.now() - since;
}

/** Whether the process runs; one that has ended and only waits to be reaped does not. */
export function isRunning(pid: number): boolean {
  try {
    return !execFileSync('ps', ['-o', 'state=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('Z');
  } catch {
    return false;
  }
}

/** The processes that have this parent, with their command lines. */
export function childrenOf(parent: number): { pid: number; command: string }[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  const rows = lines.map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line));
  return rows.flatMap((row) =>
    Number(row?.[2]) === parent ? [{ pid: Number(row?.[1]), command: row?.[3] ?? '' }] : [],
  );
}

/** Below those that the kernel gives to connections (32,768 on Linux, 49,152 on macOS), which come and go in between. */
const ports = { first: 20_000, count: 12_000 };
/** Test files run side by side in processes of their own, so each begins somewhere else and uses no port twice. */
let taken = (process.pid * 613) % ports.count;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });

/** A port on which nobody listens, for a server that is about to be started. */
export async function freePort(): Promise<number> {
  for (;;) {
    taken = (taken + 1) % ports.count;
    const port = ports.first + taken;
    if (await isFree(port)) return port;
  }
}
