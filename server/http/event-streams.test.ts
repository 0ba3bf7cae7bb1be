import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { HallError } from '../errors.ts';
import { eventStreams } from './event-streams.ts';
import type { Sink } from './route.ts';

/** What a stream needs of a reply: somewhere to put status and headers. */
const reply = (() => {
  const self = { code: () => self, headers: () => self };
  return self as unknown as FastifyReply;
})();

const start = async (mayGoOn: () => Promise<boolean> = async () => true) => {
  let now = 0;
  const streams = eventStreams({ now: () => now });
  onTestFinished(() => streams.close());
  const held: { sink?: Sink; left: number } = { left: 0 };
  const readable = await streams.open(reply, mayGoOn, async (sink) => {
    held.sink = sink;
    return () => {
      held.left += 1;
    };
  });
  readable.setEncoding('utf8');
  const { sink } = held;
  if (sink === undefined) throw new Error('the stream has no sink');
  const read = (): string => readable.read() ?? '';
  return {
    streams,
    readable,
    sink,
    held,
    read,
    /** Lets so many seconds pass. */
    pass: async (seconds: number) => {
      now += seconds * 1_000;
      await streams.tick();
    },
  };
};

const event = { id: 'evt_1', type: 'hall.created', json: '{"a":1}' };

test('sends events as the format asks, and a comment when nothing else came for 15 s', async () => {
  const { read, sink, pass } = await start();
  expect(read()).toBe('retry: 1000\n\n');
  sink.send(event);
  expect(read()).toBe('id: evt_1\nevent: hall.created\ndata: {"a":1}\n\n');
  await pass(14.9);
  expect(read()).toBe('');
  await pass(0.1);
  expect(read()).toBe(': still here\n\n');
  await pass(14);
  sink.send(event);
  read();
  await pass(14);
  expect(read()).toBe('');
  await pass(1);
  expect(read()).toBe(': still here\n\n');
});

test('is full when a quarter of a mebibyte waits', async () => {
  const { sink, read } = await start();
  const large = { ...event, json: 'x'.repeat(100_000) };
  for (let sent = 0; sent < 2; sent += 1) sink.send(large);
  expect(sink.isFull).toBe(false);
  sink.send(large);
  expect(sink.isFull).toBe(true);
  read();
  expect(sink.isFull).toBe(false);
});

test('a reader who takes nothing for a minute is cut off and let go; one who takes something is not', async () => {
  const { sink, readable, read, held, streams, pass } = await start();
  for (let minute = 0; minute < 3; minute += 1) {
    sink.send(event);
    await pass(59);
    expect(readable.destroyed).toBe(false);
    read();
    await pass(59);
  }
  sink.send(event);
  await pass(1);
  await pass(60);
  expect([sink.isOpen, readable.destroyed]).toEqual([false, true]);
  sink.send(event);
  await turn();
  expect([held.left, streams.count]).toEqual([1, 0]);
});

test('is ready when what was sent is taken, and when the reader has left', async () => {
  const { sink, read, readable } = await start();
  await sink.ready();
  const large = { ...event, json: 'x'.repeat(100_000) };
  const order: string[] = [];
  sink.send(large);
  const ready = sink.ready().then(() => order.push('ready'));
  await turn();
  order.push('read');
  read();
  await ready;
  expect(order).toEqual(['read', 'ready']);
  sink.send(large);
  const gone = sink.ready();
  readable.destroy();
  await gone;
});

test('ends when its reader may not read on; not when that cannot be found out', async () => {
  let answer: () => Promise<boolean> = async () => true;
  const { sink, pass } = await start(() => answer());
  await pass(1);
  answer = () => Promise.reject(new Error('away'));
  await pass(1);
  expect(sink.isOpen).toBe(true);
  answer = async () => false;
  await pass(1);
  expect(sink.isOpen).toBe(false);
});

test('closing ends all, also those that are not read, and opens no more', async () => {
  const { streams, sink, held } = await start();
  sink.send(event);
  await streams.close();
  expect([sink.isOpen, held.left, streams.count]).toEqual([false, 1, 0]);
  await expect(
    streams.open(
      reply,
      async () => true,
      async () => () => {},
    ),
  ).rejects.toThrow(HallError);
});

test('a stream that cannot be filled is none', async () => {
  const { streams } = await start();
  const refusal = new HallError('too_many_streams');
  await expect(
    streams.open(
      reply,
      async () => true,
      () => Promise.reject(refusal),
    ),
  ).rejects.toBe(refusal);
  expect(streams.count).toBe(1);
});
