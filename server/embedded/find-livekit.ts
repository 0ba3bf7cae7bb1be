import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildLiveKit, goVersion } from './livekit-build.ts';
import { downloadLiveKit } from './livekit-release.ts';
import { isSupported, livekitVersion, versionOf } from './livekit-version.ts';
import type { Log, Report } from './log.ts';
import { programsOnPath } from './programs.ts';
import { reasonOf } from './system-error.ts';
import { waitForLock } from './wait-for-lock.ts';

export type FoundLiveKit =
  | {
      readonly found: true;
      readonly binary: string;
      readonly version: string;
      readonly from: 'path' | 'cache' | 'release' | 'go';
    }
  /** `reason`: for a person, what was tried and what to install. */
  | { readonly found: false; readonly reason: string };

export type FindLiveKitSettings = {
  /** For PATH, proxies and Go's own variables. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where binaries are kept between starts and clones; made when missing. */
  readonly cacheFolder: string;
  readonly log: Log;
  readonly report: Report;
  /** Ends a download or build: then `findLiveKit` rejects with its reason. */
  readonly signal?: AbortSignal;
  /** Where the release's archives and `checksums.txt` lie. Default: the official one. */
  readonly releaseUrl?: string;
};

/**
 * Finds LiveKit's server: on the PATH, in the cache, in the official release, or built by a Go toolchain. The last two
 * go into the cache. Having none is an answer, not an error: Hall's API runs without media.
 */
export async function findLiveKit(settings: FindLiveKitSettings): Promise<FoundLiveKit> {
  const { cacheFolder, log } = settings;
  const onPath = await findOnPath(settings);
  if (onPath !== undefined) return onPath;
  const cached = join(cacheFolder, `livekit-server-${livekitVersion}`);
  if ((await versionOf(cached)) === livekitVersion) return found(cached, 'cache');

  const failures: string[] = [];
  for (const way of [ways.release, ways.go]) {
    try {
      await way.get(settings, cached);
      return found(cached, way.from);
    } catch (error) {
      settings.signal?.throwIfAborted();
      const failure = `${way.failed}: ${reasonOf(error)}`;
      log.debug({ err: error }, `LiveKit: ${failure}`);
      settings.report(`LiveKit: ${failure}`);
      failures.push(failure);
    }
  }
  return { found: false, reason: missing(failures) };
}

const found = (binary: string, from: 'cache' | 'release' | 'go') =>
  ({ found: true, binary, version: livekitVersion, from }) as const;

async function findOnPath({ environment, log }: FindLiveKitSettings): Promise<FoundLiveKit | undefined> {
  for (const binary of await programsOnPath(['livekit-server'], environment.PATH)) {
    const version = await versionOf(binary);
    if (version !== undefined && isSupported(version)) return { found: true, binary, version, from: 'path' };
    log.warn(
      { binary, version },
      'This livekit-server is not used: Hall works with versions from 1.9 up to, not including, 2',
    );
  }
  return undefined;
}

type Get = (settings: FindLiveKitSettings, cached: string) => Promise<void>;

const ways: Readonly<Record<'release' | 'go', { from: 'release' | 'go'; failed: string; get: Get }>> = {
  release: {
    from: 'release',
    failed: 'the official release could not be downloaded',
    get: (settings, cached) =>
      intoCache(settings, cached, (draftFolder, signal) => downloadLiveKit({ ...settings, draftFolder, signal })),
  },
  go: {
    from: 'go',
    failed: 'it could not be built',
    get: async (settings, cached) => {
      const version = await goVersion(settings.environment);
      if (version === undefined) throw new Error('there is no Go (1.26 or later) on the PATH');
      await intoCache(settings, cached, (draftFolder, signal) => buildLiveKit({ ...settings, draftFolder, signal }));
    },
  },
};

/**
 * One Hall at a time downloads or builds, and the others wait for what comes of it. What is made lies in a folder of
 * its own until it is whole and runs, so that none of them meets a half.
 */
async function intoCache(
  { cacheFolder, report, signal = new AbortController().signal }: FindLiveKitSettings,
  cached: string,
  make: (draftFolder: string, signal: AbortSignal) => Promise<string>,
): Promise<void> {
  await mkdir(cacheFolder, { recursive: true });
  const tell = () => report('Waiting for another Hall that is fetching or building LiveKit');
  const lock = await waitForLock(join(cacheFolder, 'lock'), tell, signal);
  try {
    if ((await versionOf(cached)) === livekitVersion) return;
    await removeDrafts(cacheFolder);
    const draftFolder = await mkdtemp(join(cacheFolder, draftPrefix));
    const binary = await make(draftFolder, signal);
    await chmod(binary, 0o755);
    if ((await versionOf(binary)) !== livekitVersion) throw new Error('the program that came of it does not run here');
    await rename(binary, cached);
  } finally {
    await removeDrafts(cacheFolder);
    lock.release();
  }
}

const draftPrefix = 'draft-';

/** Ours, or those of a Hall that was killed: who holds the lock is alone. */
async function removeDrafts(cacheFolder: string): Promise<void> {
  for (const name of await readdir(cacheFolder)) {
    if (name.startsWith(draftPrefix)) await rm(join(cacheFolder, name), { recursive: true, force: true });
  }
}

function missing(failures: readonly string[]): string {
  const install =
    process.platform === 'darwin'
      ? 'brew install livekit'
      : 'how: https://docs.livekit.io/home/self-hosting/local, or install Go and Hall builds it';
  return (
    `LiveKit, the media server, is missing: no livekit-server of version 1.9 or later is on the PATH, ${failures.join(', and ')}. ` +
    `Install it (${install}), or set LIVEKIT_URL to one that runs elsewhere, then start Hall again.`
  );
}
