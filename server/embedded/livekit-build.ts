import { execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { livekitVersion } from './livekit-version.ts';
import type { Report } from './log.ts';

const run = promisify(execFile);

/** Holds the go.mod and go.sum that name LiveKit and everything it is made of. Nothing is written there. */
const moduleFolder = fileURLToPath(new URL('./livekit', import.meta.url));

export type BuildSettings = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly report: Report;
  /** A new, empty folder, which the caller removes. */
  readonly draftFolder: string;
};

/** Whether a Go is there that can build it. One older than go.mod asks for fetches the newer one by itself, from 1.21 on. */
export async function goVersion(environment: BuildSettings['environment']): Promise<string | undefined> {
  try {
    const { stdout } = await run('go', ['env', 'GOVERSION'], { cwd: '/', env: environment, timeout: 20_000 });
    const [, version, minor] = /^go(1\.(\d+)\S*)/.exec(stdout) ?? [];
    return Number(minor) >= 21 ? version : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Builds LiveKit and returns the binary's path. Minutes the first time, on a small machine; the Go toolchain keeps what
 * it built. Throws an Error whose message is one clause.
 */
export async function buildLiveKit({ environment, signal, report, draftFolder }: BuildSettings): Promise<string> {
  const binary = join(draftFolder, 'livekit-server');
  const startedAt = Date.now();
  report(`Building LiveKit ${livekitVersion}, the media server, with Go: this takes some minutes, once`);
  const child = spawn('go', ['build', ...flags, '-o', binary, 'github.com/livekit/livekit-server/cmd/server'], {
    cwd: moduleFolder,
    // No cgo, as in the official release: it would ask for a C compiler. No go.work of a folder above ours.
    env: { ...environment, CGO_ENABLED: '0', GOWORK: 'off' },
    stdio: ['ignore', 'ignore', 'pipe'],
    signal: AbortSignal.any([signal, AbortSignal.timeout(30 * 60_000)]),
  });
  const lines: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => lines.push(line));
  const tell = setInterval(() => report(progressOf(lines, Date.now() - startedAt)), 10_000);
  try {
    const how = await new Promise<string>((resolve, reject) =>
      child.once('error', reject).once('close', (code, signal) => resolve(signal ?? `exit code ${code}`)),
    );
    if (how !== 'exit code 0') throw new Error(faultsIn(lines) || `go build ended with ${how}`);
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof Error && error.name === 'AbortError' ? new Error('it took over 30 minutes') : error;
  } finally {
    clearInterval(tell);
  }
  return binary;
}

const flags = [
  // go.sum is the promise that what is built is what was reviewed: the build may not change it.
  '-mod=readonly',
  '-buildvcs=false',
  // So that what Go keeps serves any clone and any module cache.
  '-trimpath',
  '-ldflags=-s -w',
  // Names each package as it is built, for the progress.
  '-v',
];

/** Without the names of packages and modules: what is left tells of faults. */
const faultsIn = (lines: readonly string[]): string =>
  lines
    .filter((line) => /\s/.test(line) && !line.startsWith('go: downloading'))
    .slice(0, 3)
    .join(' ');

function progressOf(lines: readonly string[], milliseconds: number): string {
  const downloads = lines.filter((line) => line.startsWith('go: downloading')).length;
  const built = lines.length - downloads;
  const done = built > 0 ? `${built} packages built, ` : downloads > 0 ? `${downloads} modules downloaded, ` : '';
  return `Building LiveKit: ${done}${Math.round(milliseconds / 1000)} s`;
}
