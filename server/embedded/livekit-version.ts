import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The LiveKit that Hall downloads or builds, and is tested with. The same as in livekit/go.mod. */
export const livekitVersion = '1.13.5';

/** What `livekit-server --version` tells, e.g. `1.13.5`; undefined when this is no binary that runs here. */
export async function versionOf(binary: string): Promise<string | undefined> {
  try {
    // Generous: a system may examine a program that it sees for the first time.
    const { stdout } = await run(binary, ['--version'], { timeout: 20_000, env: {} });
    return /version v?(\d+\.\d+\.\d+)/.exec(stdout)?.[1];
  } catch {
    return undefined;
  }
}

/** 1.9 is the first whose rooms, tokens and webhooks are those that Hall speaks of; 2 may change any of them. */
export function isSupported(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major === 1 && minor >= 9;
}
