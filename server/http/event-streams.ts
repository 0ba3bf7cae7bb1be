import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { HallError } from '../errors.ts';
import { repeat } from '../rounds.ts';
import type { Sink } from './route.ts';

/*
 * Server-sent events. A stream is
 *
 *   open  → a comment when nothing else was sent for 15 s, so that proxies and clients see that it lives
 *   ended → its reader left, or may not read any more, or Hall stops: after what was sent
 *   cut   → its reader took nothing for a minute though something was waiting
 *
 * Whoever was cut or ended connects again, with the id of the last event that it has.
 */

const heartbeatMilliseconds = 15_000;
/** How soon a key that was revoked ends its streams, after this instance has heard of it. */
const betweenMilliseconds = 400;
/** Beyond what the sockets of both sides hold. An event takes about one kilobyte. */
const fullBytes = 262_144;
const readyBytes = 65_536;
const stalledMilliseconds = 60_000;
/** What clients wait before they connect again. */
const retryMilliseconds = 1_000;
/** What is left to readers to take the last events when Hall stops. */
const partingMilliseconds = 500;

type Stream = {
  readonly sink: Sink;
  readonly readable: Readable;
  readonly mayGoOn: () => Promise<boolean>;
  beat(now: number): void;
};

export type EventStreams = {
  /** Starts a stream: `follow` fills it until its own result is called. The answer of the request, to be sent as it is. */
  open(
    reply: FastifyReply,
    mayGoOn: () => Promise<boolean>,
    follow: (sink: Sink) => Promise<() => void>,
  ): Promise<Readable>;
  readonly count: number;
  /** One round: ends streams whose readers may not go on, and lets the others' hearts beat. */
  tick(): Promise<void>;
  /** Ends all, and opens no more: they must not be waited for. */
  close(): Promise<void>;
};

const makeStream = (clock: { now(): number }, mayGoOn: () => Promise<boolean>): Stream => {
  let whenRead: (() => void)[] = [];
  const wake = (): void => {
    for (const resolve of whenRead) resolve();
    whenRead = [];
  };
  const readable = new Readable({ highWaterMark: readyBytes, read: wake });
  readable.once('close', wake);
  // Of a reader who left in the middle; that is no fault.
  readable.on('error', () => {});
  let sentAt = clock.now();
  let sentBytes = 0;
  let taken = { bytes: 0, at: sentAt };
  let isOpen = true;
  readable.once('close', () => {
    isOpen = false;
  });
  const push = (text: string): void => {
    if (!isOpen) return;
    sentAt = clock.now();
    sentBytes += Buffer.byteLength(text);
    readable.push(text);
  };
  const sink: Sink = {
    send: ({ id, type, json }) => push(`id: ${id}\nevent: ${type}\ndata: ${json}\n\n`),
    ready: async () => {
      if (isOpen && readable.readableLength >= readyBytes) await new Promise<void>((resolve) => whenRead.push(resolve));
    },
    end: () => {
      if (isOpen) readable.push(null);
      isOpen = false;
    },
    get isOpen() {
      return isOpen;
    },
    get isFull() {
      return readable.readableLength >= fullBytes;
    },
  };
  push(`retry: ${retryMilliseconds}\n\n`);
  return {
    sink,
    readable,
    mayGoOn,
    beat: (now) => {
      const waiting = readable.readableLength;
      if (waiting === 0 || sentBytes - waiting !== taken.bytes) taken = { bytes: sentBytes - waiting, at: now };
      if (now - taken.at >= stalledMilliseconds) {
        isOpen = false;
        readable.destroy();
      } else if (waiting === 0 && now - sentAt >= heartbeatMilliseconds) push(': still here\n\n');
    },
  };
};

export const eventStreams = (clock: { now(): number }): EventStreams => {
  const streams = new Set<Stream>();

  const tick = async (): Promise<void> => {
    const now = clock.now();
    const look = async (stream: Stream): Promise<void> => {
      // Nobody knows while the database is away; the stream has nothing to tell then.
      if (await stream.mayGoOn().catch(() => true)) stream.beat(now);
      else stream.sink.end();
    };
    await Promise.all([...streams].map(look));
  };

  const rounds = repeat(tick, { betweenMilliseconds });

  return {
    open: async (reply, mayGoOn, follow) => {
      if (rounds.isStopping) throw new HallError('unavailable');
      const stream = makeStream(clock, mayGoOn);
      const leave = await follow(stream.sink);
      // While it was asked where to begin, the reader may have left, or Hall may have been told to stop.
      if (rounds.isStopping) stream.sink.end();
      streams.add(stream);
      stream.readable.once('close', () => {
        streams.delete(stream);
        leave();
      });
      reply.code(200).headers({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // nginx would hold events back.
        'x-accel-buffering': 'no',
      });
      return stream.readable;
    },
    get count() {
      return streams.size;
    },
    tick,
    close: async () => {
      const stopped = rounds.stop();
      for (const { sink } of streams) sink.end();
      await stopped;
      const parting = setTimeout(() => {
        for (const { readable } of streams) readable.destroy();
      }, partingMilliseconds);
      await Promise.all([...streams].map(({ readable }) => once(readable, 'close')));
      clearTimeout(parting);
    },
  };
};
