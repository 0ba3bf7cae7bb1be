import { isProgram, programsOnPath } from '../../embedded/programs.ts';
import { browserVersion, isNewEnough, oldestBrowser } from './browser-version.ts';

export type InstalledBrowser =
  | {
      readonly found: true;
      readonly binary: string;
      readonly version: string;
      readonly from: 'CHROMIUM_PATH' | 'system';
    }
  | { readonly found: false; readonly reason: string };

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];

/** Where packages put them beside the PATH. */
const usualPlaces: readonly string[] =
  process.platform === 'darwin'
    ? [
        '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
        '/Applications/Chromium.app/Contents/MacOS/Chromium',
      ]
    : ['/opt/google/chrome/chrome', '/usr/lib/chromium/chromium', '/usr/lib64/chromium-browser/chromium-browser'];

export type InstalledBrowserSettings = {
  /** CHROMIUM_PATH: when it is given, no other one is looked for. */
  readonly chromiumPath: string | undefined;
  /** For PATH. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Default: those of this platform. */
  readonly places?: readonly string[];
};

/** The browser of this machine that can record. Fetches nothing. */
export async function findInstalledBrowser(settings: InstalledBrowserSettings): Promise<InstalledBrowser> {
  const { chromiumPath, environment, places = usualPlaces } = settings;
  if (chromiumPath !== undefined) return findNamed(chromiumPath);
  const reasons: string[] = [];
  for (const binary of [...(await programsOnPath(names, environment.PATH)), ...places]) {
    const outcome = await examine(binary);
    if ('version' in outcome) return { found: true, binary, version: outcome.version, from: 'system' };
    reasons.push(outcome.reason);
  }
  // One reason is enough: the PATH often leads to the same browser by several names.
  return { found: false, reason: reasons.find((one) => one !== absent) ?? 'none is installed' };
}

async function findNamed(binary: string): Promise<InstalledBrowser> {
  const outcome = await examine(binary);
  if ('version' in outcome) return { found: true, binary, version: outcome.version, from: 'CHROMIUM_PATH' };
  const reason = outcome.reason === absent ? `there is no program at ${binary}` : outcome.reason;
  return { found: false, reason: `CHROMIUM_PATH: ${reason}` };
}

const absent = 'absent';

async function examine(binary: string): Promise<{ version: string } | { reason: string }> {
  if (!(await isProgram(binary))) return { reason: absent };
  const version = await browserVersion(binary);
  if (version === undefined) return { reason: `${binary} does not run here` };
  return isNewEnough(version)
    ? { version }
    : { reason: `${binary} is ${version}, and recording needs ${oldestBrowser}` };
}
