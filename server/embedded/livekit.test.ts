import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { cacheFolder } from './cache-folder.ts';
import { openDataFolder } from './data-folder.ts';
import { findLiveKit } from './find-livekit.ts';
import { type EmbeddedLiveKit, type LiveKitSettings, startLiveKit } from './livekit.ts';
import { livekitConfig, livekitUrl } from './livekit-config.ts';
import { childrenOf, freePort, silentLog, temporaryFolder, until } from './testing/processes.ts';

let binary: string;

beforeAll(async () => {
  const { env } = process;
  const report = () => undefined;
  const found = await findLiveKit({ environment: env, cacheFolder: cacheFolder(env), log: silentLog, report });
  if (!found.found) throw new Error(found.reason);
  binary = found.binary;
  // It may have to be built first.
}, 1_800_000);

async function newSettings(changes: Partial<LiveKitSettings> = {}): Promise<LiveKitSettings> {
  const dataFolder = await openDataFolder(join(await temporaryFolder(), 'hall'), 'server');
  onTestFinished(() => dataFolder.release());
  return {
    binary,
    dataFolder,
    apiKey: 'key',
    apiSecret: 'secret'.repeat(8),
    ports: { http: await freePort(), rtcTcp: await freePort(), rtcUdp: await freePort() },
    bindAddress: '127.0.0.1',
    log: silentLog,
    report: () => undefined,
    ...changes,
  };
}

async function start(settings: LiveKitSettings): Promise<EmbeddedLiveKit> {
  const livekit = await startLiveKit(settings);
  onTestFinished(() => livekit.stop());
  return livekit;
}

const answers = ({ url }: EmbeddedLiveKit) =>
  fetch(url.replace('ws:', 'http:')).then(
    ({ ok }) => ok,
    () => false,
  );

const pidOf = (configFile: string) =>
  childrenOf(process.pid).find(({ command }) => command.includes(configFile))?.pid ?? 0;

test('answers when the start resolves, is back soon after it was killed, and is gone after the stop', async () => {
  const settings = await newSettings();
  const livekit = await start(settings);
  const configFile = join(settings.dataFolder.path, 'livekit.yaml');
  expect(await answers(livekit)).toBe(true);
  expect((await stat(configFile)).mode & 0o777).toBe(0o600);

  let restarts = 0;
  livekit.onRestart(() => restarts++);
  process.kill(pidOf(configFile), 'SIGKILL');
  await until(() => restarts === 1, 5_000);
  expect(livekit.state).toBe('running');
  expect(await answers(livekit)).toBe(true);

  await livekit.stop();
  expect(await answers(livekit)).toBe(false);
  expect(livekit.state).toBe('stopped');
});

test('a key pair and a webhook go into its configuration, not on its command line', async () => {
  const settings = await newSettings({ webhookUrl: 'http://127.0.0.1:8080/hook' });
  await start(settings);
  const configFile = join(settings.dataFolder.path, 'livekit.yaml');
  expect(JSON.parse(await readFile(configFile, 'utf8'))).toMatchObject({
    keys: { key: settings.apiSecret },
    webhook: { api_key: 'key', urls: ['http://127.0.0.1:8080/hook'] },
  });
  expect(childrenOf(process.pid).some(({ command }) => command.includes(settings.apiSecret))).toBe(false);
});

describe('a port in use is told with its variable', () => {
  test('for signalling', async () => {
    const settings = await newSettings();
    const { http } = settings.ports;
    await occupyTcp(http, '127.0.0.1');
    await expect(startLiveKit(settings)).rejects.toThrow(
      `TCP port ${http} (LIVEKIT_PORT), for LiveKit's signalling, is in use by another program, perhaps another Hall or LiveKit. ` +
        'End that program, or set LIVEKIT_PORT to a free port.',
    );
  });

  test('for media over TCP', async () => {
    const settings = await newSettings();
    await occupyTcp(settings.ports.rtcTcp);
    await expect(startLiveKit(settings)).rejects.toThrow(/set LIVEKIT_RTC_TCP_PORT to a free port/);
  });

  test('for media', async () => {
    const settings = await newSettings();
    const socket = createSocket('udp4').bind(settings.ports.rtcUdp, '127.0.0.1');
    await once(socket, 'listening');
    onTestFinished(() => void socket.close());
    await expect(startLiveKit(settings)).rejects.toThrow(/set LIVEKIT_RTC_UDP_PORT to a free port/);
    await expect(startLiveKit({ ...settings, bindAddress: '0.0.0.0' })).rejects.toThrow(/LIVEKIT_RTC_UDP_PORT/);
  });

  test('even when it is the neighbour’s', async () => {
    const settings = await newSettings();
    const ports = { ...settings.ports, rtcTcp: settings.ports.http };
    await expect(startLiveKit({ ...settings, ports })).rejects.toThrow(
      /LIVEKIT_PORT and LIVEKIT_RTC_TCP_PORT are both/,
    );
  });

  test('as is an address that this machine does not have', async () => {
    // Of a network that is kept for documentation.
    await expect(startLiveKit(await newSettings({ bindAddress: '203.0.113.7' }))).rejects.toThrow(
      /this machine has no address 203\.0\.113\.7\. Set HOST to one that it has/,
    );
  });
});

async function occupyTcp(port: number, host?: string): Promise<void> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
}

async function script(text: string): Promise<string> {
  const file = join(await temporaryFolder(), 'livekit-server');
  await writeFile(file, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return file;
}

test('a start that fails is told in its own words', async () => {
  const failing = await script(`echo '{"level":"error","msg":"no luck","error":"at all"}'; exit 1`);
  await expect(startLiveKit(await newSettings({ binary: failing }))).rejects.toThrow(
    'LiveKit, the media server, did not start: it ended before it was ready (exit code 1). It says: no luck: at all',
  );
});

test('a LiveKit that does not answer is not waited for without end', async () => {
  const deaf = await newSettings({ binary: await script('exec /bin/sleep 300'), startMilliseconds: 200 });
  await expect(startLiveKit(deaf)).rejects.toThrow('did not start: it was not ready after 0.2 s');
});

describe('whom it can be reached by', () => {
  const ports = { http: 7880, rtcTcp: 7881, rtcUdp: 7882 };
  const configOf = (addresses: Pick<LiveKitSettings, 'bindAddress' | 'nodeIp' | 'audience'>) =>
    JSON.parse(livekitConfig({ ports, apiKey: 'key', apiSecret: 'secret', webhookUrl: undefined, ...addresses }));

  test.for(['127.0.0.1', 'localhost'])('on %s by this machine alone', (bindAddress) => {
    const config = configOf({ bindAddress });
    expect(config.bind_addresses).toEqual(['127.0.0.1']);
    expect(config.rtc).toMatchObject({
      node_ip: '127.0.0.1',
      interfaces: { includes: [expect.stringMatching(/^lo/)] },
    });
  });

  test.for(['0.0.0.0', '::'])('on %s by everyone, on every address', (bindAddress) => {
    const config = configOf({ bindAddress });
    expect(config.bind_addresses).toEqual(['']);
    expect(config.rtc).not.toHaveProperty('node_ip');
    expect(config.rtc).not.toHaveProperty('interfaces');
  });

  test('on one address by everyone, and by Hall on loopback', () => {
    const addresses = { bindAddress: '192.0.2.7', nodeIp: '198.51.100.7' };
    expect(configOf(addresses).bind_addresses).toEqual(['192.0.2.7', '127.0.0.1']);
    expect(configOf(addresses).rtc).toMatchObject({ node_ip: '198.51.100.7' });
    expect(livekitUrl({ ...addresses, ports })).toBe('ws://127.0.0.1:7880');
  });

  test('behind a proxy on loopback by everyone', () => {
    const config = configOf({ bindAddress: '127.0.0.1', audience: 'network' });
    expect(config.bind_addresses).toEqual(['127.0.0.1']);
    expect(config.rtc).not.toHaveProperty('interfaces');
  });

  test('rooms are made by Hall alone', () => {
    expect(configOf({ bindAddress: '127.0.0.1' }).room).toEqual({ auto_create: false });
  });
});
