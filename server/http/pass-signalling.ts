import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Pool } from 'undici';
import { HallError } from '../errors.ts';

/** LiveKit's clients connect to this path of the server URL, and ask below it why they were refused. */
const signalPath = '/rtc';
export const isSignalling = (url: string): boolean => /^\/rtc(?=[/?]|$)/.test(url);

const headOf = ({ method, url, rawHeaders }: IncomingMessage): string => {
  const lines = [`${method} ${url} HTTP/1.1`];
  for (let index = 0; index < rawHeaders.length; index += 2)
    lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
};

const refuse = (socket: Duplex, status: string): void => {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
};

/** Whether who comes with this token may be passed on; otherwise the status and the words to refuse with. */
export type MayEnter = (token: string | undefined) => Promise<true | { status: 403 | 502; reason: string }>;

const tokenOf = ({ url = '', headers: { authorization = '' } }: IncomingMessage): string | undefined =>
  new URL(url, 'http://hall').searchParams.get('access_token') ?? /^Bearer +(\S+)$/i.exec(authorization)?.[1];

/**
 * Passes LiveKit's signalling through Hall, so that the embedded media server is reached by Hall's own name and
 * certificate. The handshake and what follows are passed as they are: a refusal by LiveKit reaches the client as LiveKit
 * wrote it, and while LiveKit is away the client is refused, not accepted and dropped. Whoever was removed is not passed on
 * at all, and while rooms are being made again clients wait here (`mayEnter`).
 */
export const passSignalling = (app: FastifyInstance, livekitUrl: string, mayEnter: MayEnter): void => {
  const upstream = new URL(livekitUrl.replace(/^ws/, 'http'));
  const pool = new Pool(upstream.origin, { connections: 16, headersTimeout: 5_000, bodyTimeout: 5_000 });
  const passed = new Set<Socket>();

  const pass = async (path: string) => {
    const answer = await pool.request({ method: 'GET', path }).catch((error: unknown) => {
      throw new HallError('media_unreachable', { cause: error });
    });
    return { status: answer.statusCode, type: answer.headers['content-type'], text: await answer.body.text() };
  };

  for (const path of [signalPath, `${signalPath}/*`]) {
    app.get(path, { schema: { hide: true } }, async (request, reply) => {
      const verdict = await mayEnter(tokenOf(request.raw));
      const { status, type, text } =
        verdict === true ? await pass(request.url) : { ...verdict, type: undefined, text: verdict.reason };
      return reply
        .code(status)
        .header('access-control-allow-origin', '*')
        .header('content-type', type ?? 'text/plain; charset=utf-8')
        .send(text);
    });
  }

  app.server.on('upgrade', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on('error', () => client.destroy());
    mayEnter(tokenOf(request)).then(
      (verdict) => {
        if (client.destroyed) return;
        if (verdict === true) connectThrough(request, client, head);
        else refuse(client, verdict.status === 403 ? '403 Forbidden' : '502 Bad Gateway');
      },
      () => refuse(client, '502 Bad Gateway'),
    );
  });

  const connectThrough = (request: IncomingMessage, client: Duplex, head: Buffer): void => {
    const server = connect({ host: upstream.hostname, port: Number(upstream.port || 80), noDelay: true });
    passed.add(server);
    let isConnected = false;
    server.once('connect', () => {
      isConnected = true;
      server.write(headOf(request));
      server.write(head);
      server.pipe(client);
      client.pipe(server);
    });
    server.on('error', () => (isConnected ? client.destroy() : refuse(client, '502 Bad Gateway')));
    server.once('close', () => {
      passed.delete(server);
      client.destroy();
    });
    client.once('close', () => server.destroy());
  };

  // A call that is passed through never ends by itself, and the server waits for its connections.
  app.addHook('preClose', async () => {
    for (const server of passed) server.destroy();
    await pool.close();
  });
};
