import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export type RedisServer = {
  readonly url: string;
  readonly pid: number;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
  /** As a crash: SIGKILL. */
  kill(): Promise<void>;
  /** After `kill()`: an empty server at the same address. */
  restart(): Promise<void>;
  /** It keeps its connections, accepts new ones, and answers nobody. */
  pause(): void;
  resume(): void;
};

/** Starts a Redis server of its own for a test, which keeps nothing on disk. It dies with this process. */
export const startRedis = async (settings: readonly string[] = []): Promise<RedisServer> => {
  const folder = await mkdtemp(join(tmpdir(), 'hall-redis-'));
  const port = await freePort();
  let server = await launch(folder, port, settings);

  const end = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    // a paused server hears nothing else
    server.kill('SIGCONT');
    await ended;
  };

  return {
    url: `redis://127.0.0.1:${port}`,
    get pid() {
      return server.pid ?? 0;
    },
    async stop() {
      await end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
    kill: () => end('SIGKILL'),
    async restart() {
      await end('SIGKILL');
      server = await launch(folder, port, settings);
    },
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
  };
};

const launch = async (folder: string, port: number, settings: readonly string[]): Promise<ChildProcess> => {
  const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'];
  const server = spawn('redis-server', [...options, ...settings], { stdio: ['ignore', 'pipe', 'inherit'] });
  const kill = () => server.kill('SIGKILL');
  process.once('exit', kill);
  server.once('exit', () => process.off('exit', kill));
  await isReady(server);
  return server;
};

const isReady = (server: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    const said: string[] = [];
    if (server.stdout === null) return reject(new Error('redis-server has no output to read'));
    createInterface(server.stdout).on('line', (line) => {
      said.push(line);
      if (line.includes('Ready to accept connections')) resolve();
    });
    server.once('error', (cause) =>
      reject(
        new Error('redis-server was not found. Install it: apt-get install redis-server, or brew install redis.', {
          cause,
        }),
      ),
    );
    server.once('exit', () => reject(new Error(`redis-server ended before it was ready:\n${said.join('\n')}`)));
  });

const freePort = async (): Promise<number> => {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  listener.close();
  await once(listener, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
};
