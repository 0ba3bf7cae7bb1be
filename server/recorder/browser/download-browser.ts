import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { EnvHttpProxyAgent, fetch } from 'undici';
import { isCode, reasonOf } from '../../embedded/system-error.ts';

export type DownloadBrowserSettings = {
  /** For proxies, and PLAYWRIGHT_DOWNLOAD_HOST where a mirror serves the browsers. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  readonly signal: AbortSignal;
};

const officialHost = 'https://cdn.playwright.dev';

/**
 * Downloads the headless shell that this version of playwright-core goes with, by its own installer, which checks it and
 * unpacks it into the folder. Throws an Error whose message is one clause.
 */
export async function downloadBrowser({ environment, folder, signal }: DownloadBrowserSettings): Promise<void> {
  await requireNetwork(environment, signal);
  const installer = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js');
  const env = { ...environment, PLAYWRIGHT_BROWSERS_PATH: folder, PLAYWRIGHT_SKIP_BROWSER_GC: '1' };
  await new Promise<void>((resolve, reject) => {
    const args = [installer, 'install', '--only-shell', 'chromium'];
    execFile(process.execPath, args, { env, signal, timeout: 15 * 60_000 }, (error, stdout, stderr) => {
      if (error === null) resolve();
      else reject(new Error(/^Error: (.*)/m.exec(`${stderr}\n${stdout}`)?.[1] ?? reasonOf(error)));
    });
  });
}

/** The installer would try several times for minutes; a network that is closed is known within seconds. */
async function requireNetwork(environment: DownloadBrowserSettings['environment'], signal: AbortSignal): Promise<void> {
  const host = environment.PLAYWRIGHT_DOWNLOAD_HOST ?? officialHost;
  const get = (name: string) => environment[name.toLowerCase()] ?? environment[name] ?? '';
  const dispatcher = new EnvHttpProxyAgent({
    httpProxy: get('HTTP_PROXY'),
    httpsProxy: get('HTTPS_PROXY'),
    noProxy: get('NO_PROXY'),
    connect: { timeout: 3_000 },
  });
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(6_000)]);
    const answer = await fetch(host, { method: 'HEAD', dispatcher, signal: limit });
    await answer.body?.cancel();
  } catch (error) {
    signal.throwIfAborted();
    throw new Error(`${host} cannot be reached (${clauseOf(error)})`, { cause: error });
  } finally {
    await dispatcher.destroy();
  }
}

function clauseOf(error: unknown): string {
  let inner = error;
  while (inner instanceof Error && inner.cause !== undefined) inner = inner.cause;
  if (inner instanceof AggregateError) [inner] = inner.errors;
  const isLate = inner instanceof Error && inner.name === 'TimeoutError';
  return isLate || isCode(inner, 'UND_ERR_CONNECT_TIMEOUT') ? 'no answer in time' : reasonOf(inner);
}

/** The program in what was downloaded, whatever its folders are called on this platform. */
export async function downloadedBrowser(folder: string): Promise<string | undefined> {
  const names: readonly string[] = ['chrome-headless-shell', 'headless_shell'];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const programs = entries.filter((entry) => entry.isFile() && names.includes(entry.name));
  // The newest revision, which this version of playwright-core goes with, has the highest number.
  return programs
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
    .at(-1);
}
