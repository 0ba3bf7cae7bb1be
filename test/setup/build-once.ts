import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { takeFileLock } from '../../server/embedded/file-lock.ts';

const run = promisify(execFile);

/** A program of the tests that Go builds. */
export type Program = {
  readonly name: string;
  /** Another one is another file in the cache. */
  readonly version: string;
  /** Holds its go.mod and go.sum. */
  readonly moduleFolder: string;
  /** What `go build` is given. */
  readonly source: string;
  /** What it is for and how long it takes, for whoever waits. */
  readonly about: string;
};

const lockOf = async (file: string) => {
  for (;;) {
    const lock = takeFileLock(file);
    if (lock !== undefined) return lock;
    await sleep(200);
  }
};

/** The same as LiveKit is built with, so that Go builds once what both are made of. */
const flags = ['-mod=readonly', '-trimpath', '-buildvcs=false', '-ldflags=-s -w'];

/** The program's path: in the user's cache, or built into it. */
export const buildOnce = async (
  { name, version, moduleFolder, source, about }: Program,
  cacheFolder: string,
  report: (message: string) => void,
): Promise<string> => {
  const cached = join(cacheFolder, `${name}-${version}`);
  await mkdir(cacheFolder, { recursive: true });
  const lock = await lockOf(join(cacheFolder, `${name}-lock`));
  const draft = await mkdtemp(join(cacheFolder, `${name}-draft-`));
  try {
    if (existsSync(cached)) return cached;
    report(`Building ${name} ${version}, ${about}`);
    const binary = join(draft, name);
    await run('go', ['build', ...flags, '-o', binary, source], {
      cwd: moduleFolder,
      env: { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' },
    });
    await rename(binary, cached);
    return cached;
  } finally {
    await rm(draft, { recursive: true, force: true });
    lock.release();
  }
};
