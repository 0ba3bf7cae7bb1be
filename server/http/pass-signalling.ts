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

/**
 * Passes LiveKit's signalling through Hall, so that the embedded media server is reached by Hall's own name and
 * certificate. The handshake and what follows are passed as they are: a refusal by LiveKit reaches the client as LiveKit
 * wrote it, and while LiveKit is away the client is refused, not accepted and dropped.
 */
export const passSignalling = (app: FastifyInstance, livekitUrl: string): void => {
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
      const { status, type, text } = await pass(request.url);
      return reply
        .code(status)
        .header('access-control-allow-origin', '*')
        .header('content-type', type ?? 'text/plain; charset=utf-8')
        .send(text);
    });
  }

  app.server.on('upgrade', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on('error', () => client.destroy());
    const server = connect({ host: upstream.hostname, port: Number(upstream.port), noDelay: true });
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
  });

  // A call that is passed through never ends by itself, and the server waits for its connections.
  app.addHook('preClose', async () => {
    for (const server of passed) server.destroy();
    await pool.close();
  });
};
