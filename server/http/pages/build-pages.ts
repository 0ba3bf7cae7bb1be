import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const web = fileURLToPath(new URL('../../../web/', import.meta.url));
const lock = fileURLToPath(new URL('../../../package-lock.json', import.meta.url));
const dist = join(web, 'dist');
const stamp = join(dist, 'built-from');

/** All files below `web`, those that were built left aside: they may be just changing. */
const sources = async (): Promise<string[]> => {
  const entries = (await readdir(web, { withFileTypes: true })).filter((entry) => !entry.name.startsWith('dist'));
  const inside = await Promise.all(
    entries
      .filter((entry) => entry.isDirectory())
      .map((entry) => readdir(join(web, entry.name), { recursive: true, withFileTypes: true })),
  );
  return [...entries, ...inside.flat()]
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
};

/** What the pages are made of: every source file and the versions of the libraries. */
const sourceHash = async (): Promise<string> => {
  const hash = createHash('sha256');
  for (const file of [...(await sources()), lock]) {
    hash.update(file.slice(web.length)).update(await readFile(file).catch(() => ''));
  }
  return hash.digest('hex');
};

const builtFrom = (): Promise<string> => readFile(stamp, 'utf8').catch(() => '');

/**
 * Builds the pages that people see, unless they were built from the very sources that lie here. Several Halls may start
 * at once from one clone: each builds into a folder of its own, and the first one's takes its place.
 */
export const buildPages = async (report: (message: string) => void): Promise<void> => {
  const hash = await sourceHash();
  if ((await builtFrom()) === hash) return;
  report('Building the pages');
  const { build } = await import('vite');
  const draft = join(web, `dist-${randomUUID()}`);
  const { NODE_ENV: before } = process.env;
  // Vite takes the libraries' slow development builds where this says something else, as in tests.
  process.env.NODE_ENV = 'production';
  try {
    await build({
      root: web,
      configFile: join(web, 'vite.config.ts'),
      logLevel: 'error',
      build: { outDir: draft },
    });
    await writeFile(join(draft, 'built-from'), hash);
    if ((await builtFrom()) === hash) return;
    await rm(dist, { recursive: true, force: true });
    await rename(draft, dist);
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
    await rm(draft, { recursive: true, force: true });
  }
};
