import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** The user's own cache folder for Hall, where the platform keeps such folders. Nothing in it is lost for good. */
export function cacheFolder(
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  const { XDG_CACHE_HOME: chosen } = environment;
  // The XDG specification: a relative path is to be ignored.
  if (chosen !== undefined && isAbsolute(chosen)) return join(chosen, 'hall');
  return platform === 'darwin' ? join(home, 'Library', 'Caches', 'hall') : join(home, '.cache', 'hall');
}
