import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { takeFileLock } from '../../server/embedded/file-lock.ts';

const run = promisify(execFile);

/** The same as in versitygw/go.mod. */
const version = '1.8.0';

/** Holds the go.mod and go.sum that name Versity's S3 gateway and everything it is made of. */
const moduleFolder = fileURLToPath(new URL('./versitygw', import.meta.url));

const lockOf = async (file: string) => {
  for (;;) {
    const lock = takeFileLock(file);
    if (lock !== undefined) return lock;
    await sleep(200);
  }
};

/** The S3 server of the tests: in the user's cache, or built by Go into it, which takes two minutes once. */
export const findVersitygw = async (cacheFolder: string, report: (message: string) => void): Promise<string> => {
  const cached = join(cacheFolder, `versitygw-${version}`);
  await mkdir(cacheFolder, { recursive: true });
  const lock = await lockOf(join(cacheFolder, 'versitygw-lock'));
  const draft = await mkdtemp(join(cacheFolder, 'versitygw-draft-'));
  try {
    if (existsSync(cached)) return cached;
    report(`Building versitygw ${version}, the S3 server of the tests, with Go: two minutes, once`);
    const binary = join(draft, 'versitygw');
    const flags = ['-mod=readonly', '-trimpath', '-buildvcs=false', '-ldflags=-s -w'];
    await run('go', ['build', ...flags, '-o', binary, 'github.com/versity/versitygw/cmd/versitygw'], {
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
