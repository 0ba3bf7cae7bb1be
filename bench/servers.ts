import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';
import { type Ground, startOn } from './ground.ts';

export type Server = { readonly url: string; stop(): Promise<void> };

const startMilliseconds = 60_000;

const isReady = async (url: string): Promise<boolean> => {
  const answer = await fetch(`${url}/readyz`).catch(() => undefined);
  if (answer?.status !== 200) return false;
  const { parts } = (await answer.json()) as { parts: { ready: boolean }[] };
  return parts.every((part) => part.ready);
};

const launch = async (script: string, url: string, environment: Record<string, string>): Promise<Server> => {
  const child: ChildProcess = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url))], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await ended;
  };
  const deadline = performance.now() + startMilliseconds;
  while (!(await isReady(url))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${script} ended before it was ready`);
    if (performance.now() > deadline) {
      await stop();
      throw new Error(`${script} was not ready within ${startMilliseconds / 1000} s`);
    }
    await sleep(50);
  }
  return { url, stop };
};

/**
 * A Node process of its own, so that it shares no event loop with the load it is put under: Hall as an operator starts it,
 * or another server here with the same configuration.
 */
export const startServer = async (
  stack: AsyncDisposableStack,
  which: 'hall' | 'bare' | 'webhook-receiver',
  { livekit }: Ground,
  databaseUrl: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Server> => {
  const port = await freePort();
  const environment = {
    RECORDER: 'none',
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    LIVEKIT_URL: livekit.url,
    LIVEKIT_API_KEY: livekit.apiKey,
    LIVEKIT_API_SECRET: livekit.apiSecret,
    SECRET_KEY: randomBytes(24).toString('hex'),
    LOG_LEVEL: 'warn',
    ...more,
  };
  const script = which === 'hall' ? '../server/main.ts' : `${which}.ts`;
  return startOn(stack, () => launch(script, `http://127.0.0.1:${port}`, environment));
};
