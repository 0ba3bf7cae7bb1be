import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** The browser that is to record: the one that was named, or one that is installed. */
export const installedBrowser = (
  named: string | undefined,
  path: string,
): { found: true; path: string } | { found: false; reason: string } => {
  if (named !== undefined)
    return existsSync(named)
      ? { found: true, path: named }
      : { found: false, reason: 'there is no browser at CHROMIUM_PATH' };
  const found = path
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file));
  return found === undefined
    ? { found: false, reason: 'no Chromium or Chrome is installed at the recorder' }
    : { found: true, path: found };
};
