import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';

/**
 * What becomes of a connection's bytes:
 * - `pass`: they flow.
 * - `hang`: they are taken and kept. What is kept flows when it passes again, even if its sender has given up: late, not lost.
 * - `hold answers`: requests flow, answers are kept.
 * - `drop answers`: requests flow, and when the answer comes the connection breaks instead.
 */
export type Mode = 'pass' | 'hang' | 'hold answers' | 'drop answers';

export type Trap = {
  /** So many connections are caught: the request is held, or its answer has come and is. */
  readonly caught: number;
  /** So many of them have had an answer, whether it was passed on or not. */
  readonly answered: number;
  /** Lets go of them, and catches no more. */
  release(): void;
};

export type TcpProxy = {
  readonly port: number;
  /** Sets what becomes of all connections, standing and new ones; listens again after `refuse`. */
  set(mode: Mode): Promise<void>;
  /** From the first request on that contains this text, its connection alone is treated like this. */
  trap(text: string, mode: Mode): Trap;
  /** Breaks the connections that stand. */
  cut(): void;
  /** Breaks them, and nobody listens: new ones are refused. */
  refuse(): Promise<void>;
  stop(): Promise<void>;
};

type TrapSet = { text: string; mode: Mode; caught: number; answered: number };
type Relay = { flow(): void; cut(): void };
type RelayParts = { client: Socket; server: Socket; mode: () => Mode; traps: readonly TrapSet[]; onEnd: () => void };

/** A statement or a request's head is shorter; it may arrive in pieces. */
const memoryBytes = 8_192;

const relay = ({ client, server, mode, traps, onEnd }: RelayParts): Relay => {
  const toServer: Buffer[] = [];
  const toClient: Buffer[] = [];
  let heard = '';
  let trap: TrapSet | undefined;
  let isCaught = false;
  let isAnswered = false;

  const flow = (): void => {
    const now = trap?.mode ?? mode();
    if (now === 'hang') return;
    // Who hears that nobody waits for the answer any more may leave the request undone.
    const isLate = client.destroyed && toServer.length > 0;
    for (const bytes of toServer.splice(0)) server.write(bytes);
    if (client.destroyed && !isLate) server.end();
    if (now === 'drop answers' && toClient.length > 0) return void client.destroy();
    if (now !== 'pass') return;
    for (const bytes of toClient.splice(0)) client.write(bytes);
    if (server.destroyed) client.end();
  };

  client.on('data', (bytes: Buffer) => {
    toServer.push(bytes);
    heard = (heard + bytes.toString('latin1')).slice(-memoryBytes);
    trap ??= traps.find(({ text }) => heard.includes(text));
    if (trap?.mode === 'hang' && !isCaught) {
      isCaught = true;
      trap.caught++;
    }
    flow();
  });
  server.on('data', (bytes: Buffer) => {
    toClient.push(bytes);
    if (trap !== undefined && !isAnswered) {
      isAnswered = true;
      trap.answered++;
      if (!isCaught) trap.caught++;
      isCaught = true;
    }
    flow();
  });
  for (const socket of [client, server]) {
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      flow();
      if (client.destroyed && server.destroyed) onEnd();
    });
  }
  return {
    flow,
    cut: () => {
      client.destroy();
      server.destroy();
    },
  };
};

/** Stands between Hall and what it needs, on loopback, and behaves like a bad network. */
export const startTcpProxy = async (target: NetConnectOpts): Promise<TcpProxy> => {
  const relays = new Set<Relay>();
  const traps: TrapSet[] = [];
  let mode: Mode = 'pass';
  const listener = createServer((client) => {
    const server = connect(target);
    const made = relay({ client, server, mode: () => mode, traps, onEnd: () => relays.delete(made) });
    relays.add(made);
  });
  const listen = async (port: number): Promise<number> => {
    listener.listen(port, '127.0.0.1');
    await once(listener, 'listening');
    return (listener.address() as AddressInfo).port;
  };
  const cut = (): void => {
    for (const one of relays) one.cut();
  };
  const refuse = async (): Promise<void> => {
    if (!listener.listening) return;
    const closed = once(listener, 'close');
    listener.close();
    cut();
    await closed;
  };
  const port = await listen(0);
  return {
    port,
    set: async (wanted) => {
      mode = wanted;
      if (!listener.listening) await listen(port);
      for (const one of relays) one.flow();
    },
    trap: (text, caughtMode) => {
      const made: TrapSet = { text, mode: caughtMode, caught: 0, answered: 0 };
      traps.push(made);
      return {
        get caught() {
          return made.caught;
        },
        get answered() {
          return made.answered;
        },
        release: () => {
          made.mode = 'pass';
          for (const one of relays) one.flow();
        },
      };
    },
    cut,
    refuse,
    stop: refuse,
  };
};
