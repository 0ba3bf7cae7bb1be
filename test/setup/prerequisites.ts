import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What the tests need and npm does not bring: any one of the programs, or the package that brings it. */
const needed = [
  {
    programs: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    variable: 'CHROMIUM_PATH',
    package: 'chromium',
  },
  { programs: ['redis-server', 'valkey-server'], variable: undefined, package: 'redis-server' },
  // Reads the recordings back.
  { programs: ['ffprobe'], variable: undefined, package: 'ffmpeg' },
];

const isOnPath = (program: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

const say = (message: string): void => {
  process.stderr.write(`  ${message}\n`);
};

const runQuietly = (command: string, args: string[]): string | undefined => {
  const { status, stderr, error } = spawnSync(command, args, {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return status === 0 ? undefined : (error?.message ?? stderr.trim().split('\n').slice(-3).join('\n'));
};

/** Installs what is missing from Debian's packages where that is allowed; returns what to do where it is not. */
export const installMissing = (): string[] => {
  const missing = needed.filter(
    ({ programs, variable }) =>
      !programs.some(isOnPath) && (variable === undefined || process.env[variable] === undefined),
  );
  if (missing.length === 0) return [];
  const packages = missing.map((one) => one.package);
  const mayInstall = process.getuid?.() === 0 && isOnPath('apt-get');
  if (!mayInstall)
    return packages.map((name) => `The tests need ${name}. Install it, for example: sudo apt-get install ${name}`);
  say(`Installing ${packages.join(' and ')} from the distribution's packages`);
  const fault =
    runQuietly('apt-get', ['update', '-qq']) ??
    runQuietly('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages]);
  return fault === undefined ? [] : [`${packages.join(' and ')} could not be installed: ${fault}`];
};
