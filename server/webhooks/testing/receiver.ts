import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds of performance.now() when its head had come. */
  readonly at: number;
  /** Tells its connection from others. */
  readonly fromPort: number | undefined;
};

export type Behaviour = (request: Received, response: ServerResponse) => unknown;

export type Receiver = {
  readonly url: string;
  readonly port: number;
  readonly received: Received[];
  /** From now on requests are answered so. */
  behave(behaviour: Behaviour): void;
  stop(): Promise<void>;
};

export const answer =
  (status: number, headers: Record<string, string> = {}, body = ''): Behaviour =>
  (_request, response) =>
    response.writeHead(status, headers).end(body);

/** Takes the request and never answers. */
export const hang: Behaviour = () => {};

/** A server of somebody who receives webhooks, on loopback; it answers 204 unless told otherwise. */
export const startReceiver = async (first: Behaviour = answer(204), host = '127.0.0.1'): Promise<Receiver> => {
  const received: Received[] = [];
  let behaviour = first;
  const server = createServer((request, response) => {
    const at = performance.now();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => {});
    request.on('end', () => {
      const { method = '', url: path = '' } = request;
      const headers = request.headers as Record<string, string>;
      const whole = {
        method,
        path,
        headers,
        body: Buffer.concat(chunks).toString(),
        at,
        fromPort: request.socket.remotePort,
      };
      received.push(whole);
      behaviour(whole, response);
    });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}/hook`,
    port,
    received,
    behave: (next) => {
      behaviour = next;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
