import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { programsOnPath } from '../../embedded/programs.ts';
import { reasonOf } from '../../embedded/system-error.ts';

export type InstallPackageSettings = {
  /** For PATH and proxies. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly isRoot: boolean;
  /** Default: /etc/os-release. */
  readonly osRelease?: string;
};

/** The browser, and letters for the names of people all over the world. */
const packages = ['chromium', 'fonts-noto-core'];

/** Installs the distribution's Chromium where that is allowed: as root on Debian or Ubuntu. Throws an Error with one clause. */
export async function installPackage(settings: InstallPackageSettings): Promise<void> {
  const { environment, signal, isRoot, osRelease = '/etc/os-release' } = settings;
  const release = await readFile(osRelease, 'utf8').catch(() => '');
  if (!/^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(release)) throw new Error('this system is neither Debian nor Ubuntu');
  const [apt] = await programsOnPath(['apt-get'], environment.PATH);
  if (apt === undefined) throw new Error('there is no apt-get');
  if (!isRoot) throw new Error('Hall does not run as root');
  const run = (...args: string[]): Promise<void> =>
    new Promise((resolve, reject) => {
      const env = { ...environment, DEBIAN_FRONTEND: 'noninteractive' };
      execFile(apt, args, { env, signal, timeout: 10 * 60_000 }, (error, _stdout, stderr) => {
        if (error === null) resolve();
        else reject(new Error(stderr.trim().split('\n').at(-1) || reasonOf(error)));
      });
    });
  // Lists that cannot be refreshed may still be good enough.
  await run('update', '-qq').catch(() => signal.throwIfAborted());
  await run('install', '-y', '-qq', '--no-install-recommends', ...packages);
}
