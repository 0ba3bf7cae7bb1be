import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log, Report } from '../../embedded/log.ts';
import { reasonOf } from '../../embedded/system-error.ts';
import { waitForLock } from '../../embedded/wait-for-lock.ts';
import { browserVersion, oldestBrowser } from './browser-version.ts';
import { downloadBrowser, downloadedBrowser } from './download-browser.ts';
import { installPackage } from './install-package.ts';
import { findInstalledBrowser, type InstalledBrowserSettings } from './installed-browser.ts';

export type FoundBrowser =
  | {
      readonly found: true;
      readonly binary: string;
      readonly version: string;
      readonly from: 'CHROMIUM_PATH' | 'system' | 'cache' | 'download' | 'package';
    }
  /** `reason`: for a person, what was tried and what to install. */
  | { readonly found: false; readonly reason: string };

export type FindBrowserSettings = InstalledBrowserSettings & {
  /** Where the download is kept between starts and clones; made when missing. */
  readonly cacheFolder: string;
  readonly log: Log;
  readonly report: Report;
  /** Ends a download or an installation: then `findBrowser` rejects with its reason. */
  readonly signal?: AbortSignal;
  /** Default: whether this process is root's. */
  readonly isRoot?: boolean;
  /** Default: /etc/os-release. */
  readonly osRelease?: string;
};

/**
 * Finds a browser that records: the one of CHROMIUM_PATH, an installed one, or one that is fetched, which takes minutes; so this is
 * called in the background. Having none is an answer, not an error: everything but recording works without.
 */
export async function findBrowser(settings: FindBrowserSettings): Promise<FoundBrowser> {
  const installed = await findInstalledBrowser(settings);
  if (installed.found) return installed;
  // Whoever names a browser wants that one.
  if (settings.chromiumPath !== undefined) return { found: false, reason: `${installed.reason}.` };
  const folder = join(settings.cacheFolder, 'browsers');
  const cached = await cachedBrowser(folder);
  if (cached !== undefined) return { ...cached, from: 'cache' };
  return fetchBrowser(settings, folder, installed.reason);
}

async function fetchBrowser(settings: FindBrowserSettings, folder: string, absence: string): Promise<FoundBrowser> {
  const { report, log, environment, osRelease, signal = new AbortController().signal } = settings;
  const { isRoot = process.getuid?.() === 0 } = settings;
  await mkdir(folder, { recursive: true });
  // One Hall at a time fetches, and the others wait for what comes of it.
  const tell = () => report('Waiting for another Hall that is fetching a browser');
  const lock = await waitForLock(join(settings.cacheFolder, 'browser-lock'), tell, signal);
  const failures: string[] = [];
  const attempt = async (what: string, get: () => Promise<FoundBrowser>): Promise<FoundBrowser | undefined> => {
    try {
      return await get();
    } catch (error) {
      signal.throwIfAborted();
      failures.push(`${what}: ${reasonOf(error)}`);
      log.debug({ err: error }, `browser: ${what}`);
      return undefined;
    }
  };
  try {
    return (
      (await attempt('one could not be downloaded', async () => {
        const fetched = await cachedBrowser(folder);
        if (fetched !== undefined) return { ...fetched, from: 'cache' };
        report('Downloading a browser, for recordings');
        // The installer brings a second program, which is not needed: what counts is whether the browser is there.
        const fault = await downloadBrowser({ environment, folder, signal }).catch((error: unknown) => error);
        signal.throwIfAborted();
        const downloaded = await cachedBrowser(folder);
        if (downloaded === undefined) throw fault ?? new Error('the one that was downloaded does not run here');
        return { ...downloaded, from: 'download' };
      })) ??
      (await attempt('the distribution’s package could not be installed', async () => {
        if (isRoot) report('Installing Chromium from the distribution’s packages, for recordings');
        await installPackage({ environment, signal, isRoot, ...(osRelease === undefined ? {} : { osRelease }) });
        const installed = await findInstalledBrowser(settings);
        if (!installed.found) throw new Error(installed.reason);
        return { ...installed, from: 'package' };
      })) ?? { found: false, reason: missing(absence, failures) }
    );
  } finally {
    lock.release();
  }
}

async function cachedBrowser(folder: string) {
  const binary = await downloadedBrowser(folder);
  const version = binary === undefined ? undefined : await browserVersion(binary);
  return binary === undefined || version === undefined ? undefined : ({ found: true, binary, version } as const);
}

function missing(absence: string, failures: readonly string[]): string {
  const how = process.platform === 'darwin' ? 'brew install --cask chromium' : 'apt-get install chromium';
  return (
    `Recording needs a browser: ${[absence, ...failures].join('; ')}. ` +
    `Install ${oldestBrowser} (for example: ${how}), or set CHROMIUM_PATH to its program.`
  );
}
