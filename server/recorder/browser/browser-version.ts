import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The first whose Chromium has all that the recording page uses: WebCodecs, sound without a sound card, and frames of a track. */
const oldest = 120;

/** What `chromium --version` tells, e.g. `156.0.8078.79`; undefined when this is no browser that runs here. */
export async function browserVersion(binary: string): Promise<string | undefined> {
  try {
    const { stdout } = await run(binary, ['--version'], { timeout: 20_000 });
    return /(?:Chrom\w+|Headless\w*|HeadlessShell)\D*(\d+(?:\.\d+)+)/i.exec(stdout)?.[1];
  } catch {
    return undefined;
  }
}

export const isNewEnough = (version: string): boolean => Number.parseInt(version, 10) >= oldest;

export const oldestBrowser = `Chromium or Chrome ${oldest} or newer`;
