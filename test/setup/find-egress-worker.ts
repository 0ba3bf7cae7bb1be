import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildOnce } from './build-once.ts';

const moduleFolder = fileURLToPath(new URL('./egress-worker', import.meta.url));

/** Changes with every file that it is built from. */
const versionOf = async (folder: string): Promise<string> => {
  const hash = createHash('sha256');
  for (const name of (await readdir(folder)).sort()) {
    hash.update(`${name}\0`).update(await readFile(join(folder, name)));
  }
  return hash.digest('hex').slice(0, 12);
};

/** The stand-in for a LiveKit Egress worker, which the tests decide over. */
export const findEgressWorker = async (cacheFolder: string, report: (message: string) => void): Promise<string> =>
  buildOnce(
    {
      name: 'egress-worker',
      version: await versionOf(moduleFolder),
      moduleFolder,
      source: '.',
      about: 'the stand-in for a LiveKit Egress worker, with Go: a minute, once',
    },
    cacheFolder,
    report,
  );
