import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { livekitSources } from '../livekit-sources.ts';
import type { CaptureOptions, Fragment } from './capture.ts';

const built = new URL('../../../web/dist/', import.meta.url);

/** What the page tells. A rejection is answered 500, and the page ends the recording. */
export type PageEvents = {
  onFragment(fragment: Fragment): Promise<void>;
  onStarted(): void;
  onPoster(jpeg: Uint8Array): void;
  onEnded(reason: string, error: string | undefined): void;
};

export type ServedPage = { readonly url: string; close(): void };

/** What the page is told, beside where it sends what it recorded. */
type PageSettings = Pick<CaptureOptions, 'serverUrl' | 'token' | 'title' | 'layout'>;

/**
 * Serves the recording page on loopback to one browser, and takes from it what it records. The page is told a secret in the
 * fragment of its address; without it another program of this machine gets no token and can give no fragment.
 */
export const servePage = async (settings: PageSettings, events: PageEvents): Promise<ServedPage> => {
  const secret = randomBytes(24).toString('base64url');
  const html = await readFile(new URL('recording/index.html', built));
  const headers = { 'content-security-policy': policyFor(settings.serverUrl), 'referrer-policy': 'no-referrer' };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(`http://localhost${request.url ?? '/'}`);
    if (pathname === '/') return void response.writeHead(200, { ...headers, 'content-type': types['.html'] }).end(html);
    const asset = /^\/assets\/([\w.-]+)$/.exec(pathname)?.[1];
    if (asset !== undefined) return sendAsset(asset, response);
    const [, given = '', what = ''] = pathname.split('/');
    if (!isSame(given, secret)) return void response.writeHead(404).end();
    if (what === 'settings') {
      return void response.writeHead(200, { 'content-type': types['.json'] }).end(JSON.stringify(settings));
    }
    await take(what, searchParams, await bodyOf(request), events);
    response.writeHead(204).end();
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroyed || response.writeHead(500).end());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/#${secret}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
};

/** The page talks to this server and to LiveKit. */
const policyFor = (serverUrl: string): string =>
  "default-src 'none'; script-src 'self'; worker-src 'self' blob:; media-src blob: mediastream:; " +
  `connect-src 'self' ${livekitSources(serverUrl)}; base-uri 'none'; form-action 'none'`;

const sendAsset = async (name: string, response: ServerResponse): Promise<void> => {
  const content = await readFile(new URL(`assets/${name}`, built)).catch(() => undefined);
  if (content === undefined) return void response.writeHead(404).end();
  response.writeHead(200, { 'content-type': types[extname(name)] ?? 'application/octet-stream' }).end(content);
};

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
};

const take = async (what: string, query: URLSearchParams, body: Buffer, events: PageEvents): Promise<void> => {
  if (what === 'fragment') {
    const kind = query.get('kind') === 'init' ? 'init' : 'media';
    const [time, duration] = [Number(query.get('time')), Number(query.get('duration'))];
    await events.onFragment({ kind, bytes: body, time, duration });
  } else if (what === 'poster') events.onPoster(body);
  else if (what === 'started') events.onStarted();
  else if (what === 'ended') {
    const { reason, error } = JSON.parse(body.toString()) as { reason: string; error?: string };
    events.onEnded(reason, error);
  }
};
