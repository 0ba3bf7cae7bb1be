import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { StartError } from './start-error.ts';
import { isCode, reasonOf } from './system-error.ts';

export type WantedPort = {
  /** The variable that sets the port, e.g. `LIVEKIT_PORT`. */
  readonly variable: string;
  readonly port: number;
  readonly protocol: 'TCP' | 'UDP';
  /** What it is for, as an operator would say it. */
  readonly purpose: string;
  /** The one address to listen on; without it all of them. */
  readonly address?: string | undefined;
};

/** Throws a StartError that tells which variable to change, unless this port can be listened on. */
export async function requireFreePort(wanted: WantedPort): Promise<void> {
  try {
    await (wanted.protocol === 'TCP' ? tryTcp(wanted) : tryUdp(wanted));
  } catch (error) {
    throw new StartError(portFault(wanted, error));
  }
}

async function tryTcp({ port, address }: WantedPort): Promise<void> {
  const server = createServer().listen({ port, host: address });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

async function tryUdp({ port, address }: WantedPort): Promise<void> {
  const family = address?.includes(':') ? 'udp6' : 'udp4';
  const socket = createSocket(family);
  try {
    socket.bind({ port, address, exclusive: true });
    await once(socket, 'listening');
  } finally {
    socket.close();
  }
}

function portFault({ variable, port, protocol, purpose, address }: WantedPort, error: unknown): string {
  const what = `${protocol} port ${port} (${variable}), for ${purpose},`;
  if (isCode(error, 'EADDRINUSE')) {
    return `${what} is in use by another program, perhaps another Hall or LiveKit. End that program, or set ${variable} to a free port.`;
  }
  if (isCode(error, 'EACCES')) return `${what} is not open to this user. Set ${variable} to a port from 1024 on.`;
  if (isCode(error, 'EADDRNOTAVAIL'))
    return `${what} cannot be opened: this machine has no address ${address}. Set HOST to one that it has.`;
  return `${what} cannot be opened (${reasonOf(error)}). Set ${variable} to another port.`;
}
