import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { freePort } from '../../server/embedded/testing/processes.ts';
import { type Client, client } from './client.ts';
import type { TestDatabase } from './hall.ts';

/** Registers what undoes something: a test's `onTestFinished`, or `afterAll`. */
export type OnEnd = (undo: () => Promise<void>) => void;

export type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

/** A program of Hall's in a process of its own. */
export type Program = {
  readonly pid: number;
  /** What it has said so far. */
  readonly out: string;
  readonly err: string;
  readonly ended: Promise<Exit>;
  signal(name: NodeJS.Signals): void;
  /** As a crash or the kernel would; resolves when it is gone. */
  kill(): Promise<void>;
};

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Runs a file of the repository with these variables and no others of Hall's. It is killed at the end at the latest. */
export const runProgram = (
  file: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  onEnd: OnEnd,
): Program => {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [file, ...args], {
    cwd: root,
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (bytes: Buffer) => {
    said.out += bytes;
  });
  child.stderr.on('data', (bytes: Buffer) => {
    said.err += bytes;
  });
  const ended = new Promise<Exit>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  onEnd(kill);
  return {
    pid: child.pid ?? 0,
    get out() {
      return said.out;
    },
    get err() {
      return said.err;
    },
    ended,
    signal: (name) => child.kill(name),
    kill,
  };
};

export type HallProcess = Program & { readonly url: string; client(authorization?: string): Client };

/** A start takes a second or two; on a machine with much else to do, many times that. */
const startMilliseconds = 80_000;

const untilReady = async (program: Program): Promise<void> => {
  const isOver = program.ended.then(() => true);
  for (const deadline = Date.now() + startMilliseconds; !program.out.includes('is ready'); ) {
    const over = await Promise.race([isOver, new Promise<false>((resolve) => setTimeout(resolve, 20, false))]);
    if (over || Date.now() > deadline) throw new Error(`Hall did not start:\n${program.out}\n${program.err}`);
  }
};

/** `node server/main.ts` on a free port, which does not have to become ready. */
export const launchHall = async (
  environment: Readonly<Record<string, string>>,
  onEnd: OnEnd,
): Promise<HallProcess & { ready(): Promise<void> }> => {
  const port = environment.PORT ?? String(await freePort());
  const program = runProgram('server/main.ts', [], { PORT: port, ...environment }, onEnd);
  const url = `http://127.0.0.1:${port}`;
  return Object.assign(program, {
    url,
    client: (authorization?: string) => client(url, authorization),
    ready: () => untilReady(program),
  });
};

export type ConnectedSettings = {
  readonly database: TestDatabase;
  /** Where that database and LiveKit are, when a proxy stands before them. */
  readonly databaseUrl?: string;
  readonly livekitUrl?: string;
  readonly environment?: Readonly<Record<string, string>>;
};

/** The variables of a Hall on a test's database and the shared LiveKit. */
export const connectedEnvironment = (settings: ConnectedSettings): Record<string, string> => {
  const { url, apiKey, apiSecret } = inject('livekit');
  return {
    DATABASE_URL: settings.databaseUrl ?? settings.database.url,
    SECRET_KEY: 'a secret key that is only for tests',
    LIVEKIT_URL: settings.livekitUrl ?? url,
    LIVEKIT_API_KEY: apiKey,
    LIVEKIT_API_SECRET: apiSecret,
    // Several Halls of this machine would want the same spool.
    RECORDER: 'none',
    ...settings.environment,
  };
};

/** One instance of Hall in a process of its own, ready. */
export const startHallProcess = async (settings: ConnectedSettings, onEnd: OnEnd): Promise<HallProcess> => {
  const hall = await launchHall(connectedEnvironment(settings), onEnd);
  await hall.ready();
  return hall;
};

/** The variables of a Hall that starts its own PostgreSQL and LiveKit, on ports that nobody uses. */
export const embeddedEnvironment = async (dataFolder: string): Promise<Record<string, string>> => ({
  DATA_DIR: dataFolder,
  RECORDER: 'none',
  PORT: String(await freePort()),
  LIVEKIT_PORT: String(await freePort()),
  LIVEKIT_RTC_TCP_PORT: String(await freePort()),
  LIVEKIT_RTC_UDP_PORT: String(await freePort()),
});
