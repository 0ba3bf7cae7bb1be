import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { type Dispatcher, EnvHttpProxyAgent, fetch, type Response } from 'undici';
import { livekitVersion } from './livekit-version.ts';
import type { Report } from './log.ts';
import { isCode, reasonOf } from './system-error.ts';

const run = promisify(execFile);

const officialRelease = `https://github.com/livekit/livekit/releases/download/v${livekitVersion}`;

/** The platforms of the release, by Node's names. There is no archive for macOS. */
const platforms: Readonly<Record<string, string>> = {
  'linux x64': 'linux_amd64',
  'linux arm64': 'linux_arm64',
  'linux arm': 'linux_armv7',
};

export type DownloadSettings = {
  /** For the proxies. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly releaseUrl?: string | undefined;
  readonly signal: AbortSignal;
  readonly report: Report;
  /** A new, empty folder, which the caller removes. */
  readonly draftFolder: string;
};

/**
 * Downloads the release's archive for this platform, checks it against the release's list of checksums, and returns the
 * unpacked binary's path. Where the network is closed it gives up within seconds: there is another way. Throws an Error
 * whose message is one clause, e.g. `no answer within 3 s`.
 */
export async function downloadLiveKit(settings: DownloadSettings): Promise<string> {
  const { releaseUrl = officialRelease, draftFolder, report, environment } = settings;
  const platform = platforms[`${process.platform} ${process.arch}`];
  if (platform === undefined) throw new Error(`the release has none for ${process.platform} ${process.arch}`);
  const name = `livekit_${livekitVersion}_${platform}.tar.gz`;
  const dispatcher = new EnvHttpProxyAgent({
    ...proxiesOf(environment),
    connect: { timeout: 3_000 },
    headersTimeout: 15_000,
    bodyTimeout: 15_000,
  });
  try {
    const expected = await fetchChecksum(`${releaseUrl}/checksums.txt`, name, dispatcher, settings.signal);
    report(`Downloading LiveKit ${livekitVersion}, the media server`);
    const archive = join(draftFolder, name);
    const actual = await save(`${releaseUrl}/${name}`, archive, dispatcher, settings);
    if (actual !== expected) throw new Error(`${name} does not have the checksum that the release lists for it`);
    await run('tar', ['-xzf', archive, '-C', draftFolder, 'livekit-server']);
    return join(draftFolder, 'livekit-server');
  } catch (error) {
    settings.signal.throwIfAborted();
    throw new Error(clauseOf(error), { cause: error });
  } finally {
    await dispatcher.destroy();
  }
}

function proxiesOf(environment: DownloadSettings['environment']) {
  const get = (name: string) => environment[name.toLowerCase()] ?? environment[name];
  const chosen = { httpProxy: get('HTTP_PROXY'), httpsProxy: get('HTTPS_PROXY'), noProxy: get('NO_PROXY') };
  return Object.fromEntries(Object.entries(chosen).filter(([, value]) => value));
}

async function fetchChecksum(url: string, name: string, dispatcher: Dispatcher, signal: AbortSignal): Promise<string> {
  // The list is small: a network that does not bring it in this time brings no archive either.
  const answer = await get(url, dispatcher, AbortSignal.any([signal, AbortSignal.timeout(6_000)]));
  const lines = (await answer.text()).split('\n').map((line) => line.trim().split(/\s+/));
  const [checksum] = lines.find(([, file]) => file === name || file === `*${name}`) ?? [];
  if (checksum === undefined) throw new Error(`the release lists no checksum for ${name}`);
  return checksum.toLowerCase();
}

async function get(url: string, dispatcher: Dispatcher, signal: AbortSignal): Promise<Response> {
  const answer = await fetch(url, { dispatcher, signal });
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
  return answer;
}

/** Saves what the address serves, and returns its SHA-256 in hexadecimal. */
async function save(
  url: string,
  file: string,
  dispatcher: Dispatcher,
  { signal, report }: Pick<DownloadSettings, 'signal' | 'report'>,
): Promise<string> {
  const answer = await get(url, dispatcher, AbortSignal.any([signal, AbortSignal.timeout(15 * 60_000)]));
  if (answer.body === null) throw new Error(`${url} answers without a body`);
  const hash = createHash('sha256');
  const total = Number(answer.headers.get('content-length') ?? 0);
  let received = 0;
  const tell = setInterval(
    () => report(`Downloading LiveKit: ${megabytes(received)} of ${megabytes(total)} MB`),
    10_000,
  );
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  try {
    await pipeline(answer.body, count, createWriteStream(file));
  } finally {
    clearInterval(tell);
  }
  return hash.digest('hex');
}

const megabytes = (bytes: number) => Math.round(bytes / 1e6);

/** The innermost cause in words: `fetch failed` alone says nothing. */
function clauseOf(error: unknown): string {
  let inner = error;
  while (inner instanceof Error && inner.cause !== undefined) inner = inner.cause;
  // One for each address of the host; they tell the same.
  if (inner instanceof AggregateError) [inner] = inner.errors;
  if (isCode(inner, 'UND_ERR_CONNECT_TIMEOUT')) return 'no connection within 3 s';
  if (isCode(inner, 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT')) return 'the server does not answer in time';
  if (isCode(inner, 'ENOTFOUND', 'EAI_AGAIN')) return 'the name of the server is not known here';
  if (isCode(inner, 'UND_ERR_SOCKET')) return 'the connection broke off';
  if (inner instanceof Error && inner.name === 'TimeoutError') return 'the server does not answer in time';
  return reasonOf(inner);
}
