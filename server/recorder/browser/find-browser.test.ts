import { once } from 'node:events';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort, silentLog, temporaryFolder } from '../../embedded/testing/processes.ts';
import { type FindBrowserSettings, findBrowser } from './find-browser.ts';
import { zipOf } from './testing/zip.ts';

type Attempt = FindBrowserSettings & { readonly told: string[]; readonly binFolder: string };

const program = async (file: string, script: string): Promise<string> => {
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  return file;
};

const fakeBrowser = (version = '150.0.1.2') => `echo "Chromium ${version} built on Debian"`;

/** A system without a browser, without root and without network. */
const attempt = async (wish: { mirror?: string } = {}): Promise<Attempt> => {
  const folder = await temporaryFolder();
  const [binFolder, osRelease] = [join(folder, 'bin'), join(folder, 'os-release')];
  const told: string[] = [];
  await mkdir(binFolder);
  await writeFile(osRelease, 'NAME="Some Linux"\nID=some\n');
  const mirror = wish.mirror ?? `http://127.0.0.1:${await freePort()}`;
  return {
    chromiumPath: undefined,
    environment: { PATH: binFolder, HOME: folder, PLAYWRIGHT_DOWNLOAD_HOST: mirror },
    places: [],
    cacheFolder: join(folder, 'cache'),
    log: silentLog,
    report: (message) => void told.push(message),
    isRoot: false,
    osRelease,
    told,
    binFolder,
  };
};

const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** What serves browsers as Playwright's servers do, and the ffmpeg that its installer always brings. */
const mirror = (script = fakeBrowser('159.0.0.1'), asked: string[] = []): Promise<string> =>
  serve((request, response) => {
    if (request.method !== 'HEAD') asked.push(request.url ?? '');
    const isBrowser = request.url?.includes('headless-shell');
    const name = isBrowser ? 'chrome-headless-shell-linux64/chrome-headless-shell' : 'ffmpeg-linux';
    const archive = zipOf(name, `#!/bin/sh\n${script}\n`);
    response.writeHead(200, { 'content-length': archive.length }).end(archive);
  });

test('CHROMIUM_PATH comes first', async () => {
  const settings = await attempt();
  await program(join(settings.binFolder, 'chromium'), fakeBrowser());
  const chromiumPath = await program(join(settings.binFolder, 'mine'), fakeBrowser('160.0.0.0'));
  const found = await findBrowser({ ...settings, chromiumPath });
  expect(found).toEqual({ found: true, binary: chromiumPath, version: '160.0.0.0', from: 'CHROMIUM_PATH' });
});

test.for([
  ['does not exist', undefined, 'CHROMIUM_PATH: there is no program at'],
  ['does not run', 'exit 1', 'does not run here'],
  ['is too old', fakeBrowser('90.0.1.1'), 'is 90.0.1.1, and recording needs Chromium or Chrome 120 or newer'],
] as const)('a CHROMIUM_PATH that %s is told, and no other browser is taken', async ([, script, reason]) => {
  const settings = await attempt();
  await program(join(settings.binFolder, 'chromium'), fakeBrowser());
  const chromiumPath = join(settings.binFolder, 'mine');
  if (script !== undefined) await program(chromiumPath, script);
  const found = await findBrowser({ ...settings, chromiumPath });
  expect(found).toMatchObject({ found: false, reason: expect.stringContaining(reason) });
});

test.for(['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'])(
  '%s on the PATH is found',
  async (name) => {
    const settings = await attempt();
    const binary = await program(join(settings.binFolder, name), fakeBrowser());
    expect(await findBrowser(settings)).toEqual({ found: true, binary, version: '150.0.1.2', from: 'system' });
  },
);

test('one in a usual place is found, also when the PATH has one that is only a hint to install it', async () => {
  const settings = await attempt();
  await program(join(settings.binFolder, 'chromium-browser'), 'echo "install the snap" >&2; exit 1');
  const binary = await program(join(settings.binFolder, 'elsewhere'), 'echo "Google Chrome for Testing 155.0.0.9"');
  const found = await findBrowser({ ...settings, places: ['/nowhere/chrome', binary] });
  expect(found).toEqual({ found: true, binary, version: '155.0.0.9', from: 'system' });
});

test('with no way left, the answer tells within seconds what was tried and what to install', async () => {
  const since = performance.now();
  const found = await findBrowser(await attempt());
  expect(found.found ? '' : found.reason).toMatch(
    /^Recording needs a browser: none is installed; one could not be downloaded: http:.* cannot be reached \(connection refused\); the distribution’s package could not be installed: this system is neither Debian nor Ubuntu\. Install Chromium or Chrome 120 or newer \(.*or set CHROMIUM_PATH/,
  );
  expect(performance.now() - since).toBeLessThan(5_000);
});

test('a network that never answers is given up within seconds', { timeout: 15_000 }, async () => {
  const found = await findBrowser(await attempt({ mirror: await serve(() => undefined) }));
  expect(found).toMatchObject({ found: false, reason: expect.stringContaining('no answer in time') });
});

// The archive above is the one for this platform.
const onLinux = test.runIf(process.platform === 'linux' && process.arch === 'x64');

onLinux('the headless shell is downloaded once by two starts at once, and kept', { timeout: 60_000 }, async () => {
  const asked: string[] = [];
  const settings = await attempt({ mirror: await mirror(fakeBrowser('159.0.0.1'), asked) });
  const both = await Promise.all([findBrowser(settings), findBrowser(settings)]);
  expect(both.map((one) => (one.found ? one.from : one.reason)).sort()).toEqual(['cache', 'download']);
  expect(asked.filter((url) => url.includes('headless-shell'))).toHaveLength(1);
  expect(settings.told).toContain('Downloading a browser, for recordings');
  const again = await findBrowser({
    ...settings,
    environment: { ...settings.environment, PLAYWRIGHT_DOWNLOAD_HOST: '' },
  });
  expect(again).toMatchObject({ found: true, from: 'cache', version: '159.0.0.1' });
});

onLinux('what was downloaded and does not run here is told', { timeout: 60_000 }, async () => {
  const found = await findBrowser(await attempt({ mirror: await mirror('exit 127') }));
  expect(found).toMatchObject({ found: false, reason: expect.stringContaining('does not run here') });
});

test('a stop meanwhile ends the search', async () => {
  const settings = await attempt({ mirror: await serve(() => undefined) });
  const stop = new AbortController();
  const search = findBrowser({ ...settings, signal: stop.signal });
  setTimeout(() => stop.abort(new Error('stopped')), 200);
  await expect(search).rejects.toThrow('stopped');
});

/** Debian, with an apt-get that does as this script says. */
const debian = async (script: string): Promise<Attempt> => {
  const settings = await attempt();
  await writeFile(settings.osRelease ?? '', 'PRETTY_NAME="Debian"\nID=debian\n');
  await program(join(settings.binFolder, 'apt-get'), script);
  return settings;
};

test('root on Debian installs the package', async () => {
  const settings = await debian('');
  const chromium = join(settings.binFolder, 'chromium');
  const write = `printf '#!/bin/sh\\n%s\\n' '${fakeBrowser()}' > ${chromium}; /bin/chmod 755 ${chromium}`;
  await program(join(settings.binFolder, 'apt-get'), `case "$*" in "install -y"*" chromium "*) ${write} ;; esac`);
  const found = await findBrowser({ ...settings, isRoot: true });
  expect(found).toEqual({ found: true, binary: chromium, version: '150.0.1.2', from: 'package' });
  expect(settings.told).toContain('Installing Chromium from the distribution’s packages, for recordings');
});

test('what apt-get says of a fault is told, and whoever is not root is not asked for a password', async () => {
  const settings = await debian('echo "E: Unable to locate package chromium" >&2; exit 100');
  expect(await findBrowser({ ...settings, isRoot: true })).toMatchObject({
    reason: expect.stringContaining('could not be installed: E: Unable to locate package chromium.'),
  });
  expect(await findBrowser(settings)).toMatchObject({ reason: expect.stringContaining('Hall does not run as root') });
});
