import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Signalling } from '../../server/compose.ts';
import { livekitConfig } from '../../server/embedded/livekit-config.ts';
import { freePort, until } from '../../server/embedded/testing/processes.ts';

/** A LiveKit of one test file's own, which tells its Hall what happens, and can be killed and started again. */
export type OwnLiveKit = {
  readonly url: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** As an embedded one tells Hall of its death and return. */
  readonly process: Required<Omit<Signalling, 'url'>>;
  /** As a crash would; resolves when it is gone. */
  kill(): Promise<void>;
  /** Starts it again; resolves when it answers. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    (answer) => answer.ok,
    () => false,
  );

export type OwnLiveKitSettings = {
  readonly webhookUrl: string;
  /** Where LiveKit and its Egress workers meet; without it LiveKit knows no Egress. */
  readonly redisUrl?: string;
};

/** Hall's embedded LiveKit has no Redis, so its configuration has no place for one. */
const withRedis = (config: string, redisUrl: string | undefined): string =>
  redisUrl === undefined
    ? config
    : JSON.stringify({ ...JSON.parse(config), redis: { address: new URL(redisUrl).host } });

export const ownLiveKit = async ({ webhookUrl, redisUrl }: OwnLiveKitSettings): Promise<OwnLiveKit> => {
  const { binary, apiKey, apiSecret } = inject('livekit');
  const folder = await mkdtemp(join(tmpdir(), 'hall-livekit-'));
  const ports = { http: await freePort(), rtcTcp: await freePort(), rtcUdp: await freePort() };
  const config = join(folder, 'livekit.yaml');
  const settings = livekitConfig({ ports, apiKey, apiSecret, webhookUrl, bindAddress: '127.0.0.1' });
  await writeFile(config, withRedis(settings, redisUrl));
  const deaths = new Set<() => void>();
  const restarts = new Set<() => void>();
  let child: ChildProcess | undefined;

  const start = async (): Promise<void> => {
    const started = spawn(binary, ['--config', config], { stdio: 'ignore' });
    started.once('exit', () => {
      for (const listener of deaths) listener();
    });
    child = started;
    await until(() => answers(`http://127.0.0.1:${ports.http}`), 30_000);
    for (const listener of restarts) listener();
  };
  const kill = async (): Promise<void> => {
    const gone = child === undefined || child.exitCode !== null || child.signalCode !== null;
    if (gone || child === undefined) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  await start();
  return {
    url: `ws://127.0.0.1:${ports.http}`,
    apiKey,
    apiSecret,
    process: { onDeath: (listener) => void deaths.add(listener), onRestart: (listener) => void restarts.add(listener) },
    kill,
    start,
    stop: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
