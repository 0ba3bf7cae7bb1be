import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cacheFolder } from './cache-folder.ts';
import { type FindLiveKitSettings, findLiveKit } from './find-livekit.ts';
import { livekitVersion } from './livekit-version.ts';
import { freePort, silentLog, temporaryFolder } from './testing/processes.ts';

const platform = { x64: 'linux_amd64', arm64: 'linux_arm64' }[process.arch as string];
const archiveName = `livekit_${livekitVersion}_${platform}.tar.gz`;

type Attempt = FindLiveKitSettings & { readonly told: string[]; readonly binFolder: string };

/** An empty cache, and a PATH with the system's programs and a folder of our own, but neither LiveKit nor Go. */
async function attempt(url?: string): Promise<Attempt> {
  // Without a release, a port that refuses every connection.
  const releaseUrl = url ?? `http://127.0.0.1:${await freePort()}`;
  const folder = await temporaryFolder();
  const [binFolder, told] = [join(folder, 'bin'), [] as string[]];
  await mkdir(binFolder);
  const environment = { PATH: `${binFolder}:/usr/bin:/bin`, HOME: folder };
  const report = (message: string) => void told.push(message);
  return { environment, cacheFolder: join(folder, 'cache'), log: silentLog, report, releaseUrl, told, binFolder };
}

const cachedIn = (settings: Attempt) => join(settings.cacheFolder, `livekit-server-${livekitVersion}`);

async function program(file: string, script: string): Promise<void> {
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
}

const fakeLiveKit = (version = livekitVersion) => `echo "livekit-server version ${version}"`;

const serve = (listener: RequestListener): Promise<string> => listen(createServer(listener));

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function fakeArchive(script = fakeLiveKit()): Promise<Buffer> {
  const folder = await temporaryFolder();
  await program(join(folder, 'livekit-server'), script);
  await writeFile(join(folder, 'LICENSE'), 'Apache');
  execFileSync('tar', ['-czf', 'archive', 'LICENSE', 'livekit-server'], { cwd: folder });
  return readFile(join(folder, 'archive'));
}

/** A release as GitHub serves it: the archive behind a redirect, and the list of checksums. */
function release(archive: Buffer, served: Buffer = archive, requests: string[] = []): Promise<string> {
  const checksum = createHash('sha256').update(archive).digest('hex');
  return serve((request, response) => {
    requests.push(request.url ?? '');
    if (request.url === '/checksums.txt') response.end(`${'0'.repeat(64)}  other.zip\n${checksum}  ${archiveName}\n`);
    else if (request.url === `/${archiveName}`) response.writeHead(302, { location: '/elsewhere' }).end();
    else {
      response.writeHead(200, { 'content-length': archive.length });
      response.write(served);
      if (served.length < archive.length) response.destroy();
      else response.end();
    }
  });
}

test('the version is the one that go.mod names', async () => {
  const goMod = await readFile(new URL('livekit/go.mod', import.meta.url), 'utf8');
  expect(goMod).toContain(`github.com/livekit/livekit-server v${livekitVersion} `);
});

test('the cache folder is the one of the platform', () => {
  expect(cacheFolder({}, 'linux', '/home/ann')).toBe('/home/ann/.cache/hall');
  expect(cacheFolder({}, 'darwin', '/Users/ann')).toBe('/Users/ann/Library/Caches/hall');
  expect(cacheFolder({ XDG_CACHE_HOME: '/cache' }, 'linux', '/home/ann')).toBe('/cache/hall');
  expect(cacheFolder({ XDG_CACHE_HOME: 'relative' }, 'linux', '/home/ann')).toBe('/home/ann/.cache/hall');
});

test('a livekit-server on the PATH comes first', async () => {
  const settings = await attempt();
  const binary = join(settings.binFolder, 'livekit-server');
  await program(binary, fakeLiveKit('1.9.11'));
  expect(await findLiveKit(settings)).toEqual({ found: true, binary, version: '1.9.11', from: 'path' });
});

test.for(['1.8.4', '2.0.0', ''])(
  'a livekit-server of version "%s" on the PATH is passed over, with a warning',
  async (version) => {
    const settings = await attempt();
    await program(join(settings.binFolder, 'livekit-server'), fakeLiveKit(version));
    const warnings: string[] = [];
    const found = await findLiveKit({
      ...settings,
      log: { ...silentLog, warn: (_fields, message) => warnings.push(message) },
    });
    expect(found.found).toBe(false);
    expect(warnings).toHaveLength(1);
  },
);

test('the cached copy is used without asking the network', async () => {
  const settings = await attempt();
  await mkdir(settings.cacheFolder);
  await program(cachedIn(settings), fakeLiveKit());
  expect(await findLiveKit(settings)).toMatchObject({ found: true, from: 'cache', binary: cachedIn(settings) });
});

test('with no way left, the answer tells what was tried and what to install', async () => {
  const found = await findLiveKit(await attempt());
  expect(found).toMatchObject({ found: false });
  expect(found.found ? '' : found.reason).toMatch(
    /^LiveKit, the media server, is missing: .*could not be downloaded: connection refused, and it could not be built: there is no Go .*Install it \(.*or set LIVEKIT_URL/,
  );
});

test('a server that never answers is given up within seconds', async () => {
  const settings = await attempt(await serve(() => undefined));
  const since = performance.now();
  expect(await findLiveKit(settings)).toMatchObject({
    found: false,
    reason: expect.stringContaining('the server does not answer in time'),
  });
  expect(performance.now() - since).toBeLessThan(9_000);
});

test('the way to the release can be a proxy', async () => {
  const asked: string[] = [];
  const proxy = createServer().on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  const https_proxy = await listen(proxy);
  const settings = await attempt('https://releases.invalid');
  const found = await findLiveKit({ ...settings, environment: { ...settings.environment, https_proxy } });
  expect(found.found).toBe(false);
  expect(asked).toEqual(['releases.invalid:443']);
});

test('a stop meanwhile ends the search', async () => {
  const settings = await attempt(await serve(() => undefined));
  const stop = new AbortController();
  const search = findLiveKit({ ...settings, signal: stop.signal });
  setTimeout(() => stop.abort(new Error('stopped')), 100);
  await expect(search).rejects.toThrow('stopped');
  expect(await readdir(settings.cacheFolder)).toEqual(['lock']);
});

test('Go builds it when nothing else brings it, and what it says of a fault is told', async () => {
  const settings = await attempt();
  const go = (build: string) => `case "$1" in env) echo go1.26.0 ;; build) ${build} ;; esac`;
  await program(join(settings.binFolder, 'go'), go('echo some/package >&2; echo "go: no route to host" >&2; exit 1'));
  expect(await findLiveKit(settings)).toMatchObject({
    reason: expect.stringContaining('could not be built: go: no route to host.'),
  });

  const write = `while [ "$1" != -o ]; do shift; done; printf '#!/bin/sh\\n%s\\n' '${fakeLiveKit()}' > "$2"`;
  await program(join(settings.binFolder, 'go'), go(write));
  expect(await findLiveKit(settings)).toMatchObject({ found: true, from: 'go', binary: cachedIn(settings) });
  expect(settings.told.some((message) => message.startsWith(`Building LiveKit ${livekitVersion}`))).toBe(true);
});

test('a Go that is too old to fetch a newer one is no way', async () => {
  const settings = await attempt();
  await program(join(settings.binFolder, 'go'), 'echo go1.20.1');
  expect(await findLiveKit(settings)).toMatchObject({ reason: expect.stringContaining('there is no Go') });
});

// The release has no archive for macOS.
describe.runIf(process.platform === 'linux' && platform !== undefined)('the archive of the release', () => {
  test('is checked, unpacked and kept', async () => {
    const requests: string[] = [];
    const archive = await fakeArchive();
    const settings = await attempt(await release(archive, archive, requests));
    expect(await findLiveKit(settings)).toEqual({
      found: true,
      binary: cachedIn(settings),
      version: livekitVersion,
      from: 'release',
    });
    expect(requests).toEqual(['/checksums.txt', `/${archiveName}`, '/elsewhere']);
    expect(settings.told).toEqual([`Downloading LiveKit ${livekitVersion}, the media server`]);
    expect((await readdir(settings.cacheFolder)).sort()).toEqual(['livekit-server-1.13.5', 'lock']);
    expect(await findLiveKit(settings)).toMatchObject({ from: 'cache' });
  });

  test('replaces a cached copy that does not run', async () => {
    const settings = await attempt(await release(await fakeArchive()));
    await mkdir(settings.cacheFolder);
    await writeFile(cachedIn(settings), 'half of a bina');
    expect(await findLiveKit(settings)).toMatchObject({ found: true, from: 'release' });
  });

  test('is fetched once by three starts at once', async () => {
    const requests: string[] = [];
    const archive = await fakeArchive();
    const settings = await attempt(await release(archive, archive, requests));
    const found = await Promise.all([1, 2, 3].map(() => findLiveKit(settings)));
    expect(found.map((one) => one.found)).toEqual([true, true, true]);
    expect(requests.filter((url) => url === '/elsewhere')).toHaveLength(1);
    expect(settings.told).toContain('Waiting for another Hall that is fetching or building LiveKit');
  });

  test.for([
    ['has another checksum', 'does not have the checksum', (archive: Buffer) => Buffer.alloc(archive.length)],
    ['breaks off', 'the connection broke off', (archive: Buffer) => archive.subarray(0, archive.length / 2)],
  ] as const)('is thrown away when it %s', async ([, reason, served]) => {
    const archive = await fakeArchive();
    const settings = await attempt(await release(archive, served(archive)));
    expect(await findLiveKit(settings)).toMatchObject({ found: false, reason: expect.stringContaining(reason) });
    expect(await readdir(settings.cacheFolder)).toEqual(['lock']);
  });

  test('is thrown away when what is in it does not run', async () => {
    const settings = await attempt(await release(await fakeArchive('exit 1')));
    expect(await findLiveKit(settings)).toMatchObject({ reason: expect.stringContaining('does not run here') });
  });

  test('that the release does not list is not fetched', async () => {
    const settings = await attempt(await serve((_request, response) => void response.end('0  other.zip\n')));
    expect(await findLiveKit(settings)).toMatchObject({ reason: expect.stringContaining('lists no checksum') });
  });

  test('of a release that is not there is told', async () => {
    const settings = await attempt(await serve((_request, response) => void response.writeHead(404).end()));
    expect(await findLiveKit(settings)).toMatchObject({
      reason: expect.stringContaining('/checksums.txt answers 404'),
    });
  });
});
