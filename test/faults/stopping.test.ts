import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { eventually } from '../setup/eventually.ts';
import { testDatabase, testOrganisation } from '../setup/hall.ts';
import { type HallProcess, type OnEnd, startHallProcess } from '../setup/hall-process.ts';
import { booksOf } from './books.ts';
import { databaseProxy, livekitProxy } from './proxies.ts';
import { timed } from './timed.ts';

vi.setConfig({ testTimeout: 120_000 });

const start = async (onEnd: OnEnd) => {
  const database = await testDatabase();
  onEnd(() => database.drop());
  const media = await livekitProxy(onEnd);
  const postgres = await databaseProxy(database, onEnd);
  const hall = await startHallProcess({ database, databaseUrl: postgres.url, livekitUrl: media.url }, onEnd);
  return { database, media, postgres, hall, ...(await testOrganisation(database, hall.url)) };
};

const connected = async (hall: HallProcess): Promise<Socket> => {
  const socket = connect(Number(new URL(hall.url).port), '127.0.0.1');
  await once(socket, 'connect');
  // A server that stops may reset what is still open; that is no fault of the test.
  socket.on('error', () => {});
  return socket;
};

describe.concurrent('asked to stop', () => {
  test.for(['SIGTERM', 'SIGINT'] as const)(
    'by %s: no new connections, requests in flight end, exit code 0',
    async (signal, context) => {
      const { database, media, hall, id, client } = await start(context.onTestFinished);
      const held = media.trap('CreateRoom', 'hold answers');
      const inFlight = client.post('/v1/halls', {});
      await eventually(() => expect(held.caught).toBe(1));
      hall.signal(signal);
      await eventually(() => expect(connected(hall)).rejects.toThrow('ECONNREFUSED'));
      held.release();
      expect((await inFlight).status).toBe(201);
      const { answer, seconds } = await timed(hall.ended);
      expect(answer).toEqual({ code: 0, signal: null });
      // What was in flight has ended already; the rest has ten seconds in all.
      expect(seconds).toBeLessThan(12);
      expect(await booksOf(database, id)).toMatchObject({ counter: 1, open: 1 });
      // The next instance does not have to wait until the lease of this one has run out.
      expect(await database.query('select from leases')).toEqual([]);
    },
  );

  test('a request that does not end is waited for no longer than 10 s', async ({ onTestFinished }) => {
    const { hall, key } = await start(onTestFinished);
    const socket = await connected(hall);
    const ended = once(socket, 'close');
    const head = [
      'POST /v1/halls HTTP/1.1',
      'Host: hall',
      `Authorization: Bearer ${key}`,
      'Content-Type: application/json',
    ];
    socket.write(`${[...head, 'Content-Length: 100'].join('\r\n')}\r\n\r\n{`);
    // Whatever is sent on this connection is answered in turn: this tells that the one before has been taken up.
    await eventually(async () => expect((await hall.client(`Bearer ${key}`).get('/v1/halls')).status).toBe(200));
    hall.signal('SIGTERM');
    const { answer, seconds } = await timed(hall.ended);
    await ended;
    expect(answer).toEqual({ code: 0, signal: null });
    expect(seconds).toBeGreaterThan(5);
    expect(seconds).toBeLessThan(15);
  });

  test.for(['PostgreSQL', 'LiveKit'] as const)(
    'while %s hangs: it ends all the same',
    async (part, { onTestFinished }) => {
      const { media, postgres, hall, client } = await start(onTestFinished);
      const proxy = part === 'LiveKit' ? media : postgres;
      await proxy.set('hang');
      const asked = client.post('/v1/halls', {});
      await eventually(async () => expect([502, 503]).toContain((await asked).status));
      hall.signal('SIGTERM');
      const { answer, seconds } = await timed(hall.ended);
      expect(answer).toEqual({ code: 0, signal: null });
      expect(seconds).toBeLessThan(20);
    },
  );
});
