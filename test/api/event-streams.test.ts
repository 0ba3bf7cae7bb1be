import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect } from 'vitest';
import type { Client } from '../setup/client.ts';
import { followEvents } from '../setup/event-stream.ts';
import { eventually } from '../setup/eventually.ts';
import { startHall } from '../setup/hall.ts';
import { openHall, test, unknownEventId, unknownHallId } from './fixtures.ts';

const mostStreams = 20;

const openAndClose = async (client: Client): Promise<string> => {
  const { id } = await openHall(client);
  await client.post(`/v1/halls/${id}/close`);
  return id;
};

/** The ids of all published events, oldest first. */
const listed = async (client: Client): Promise<string[]> => {
  const all: string[] = [];
  for (let cursor = ''; cursor !== null; ) {
    const { body } = await client.get(`/v1/events?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`);
    all.push(...body.data.map(({ id }: { id: string }) => id));
    cursor = body.next_cursor;
  }
  return all.reverse();
};

/** So many events are published: a stream that is opened now begins after them. */
const untilListed = (client: Client, count: number): Promise<void> =>
  eventually(async () => expect((await client.get('/v1/events')).body.data).toHaveLength(count));

const rename = async (client: Client, id: string, times: number): Promise<void> => {
  for (let time = 0; time < times; time += 1) await client.patch(`/v1/halls/${id}`, { name: `${time}` });
};

describe.concurrent('GET /v1/events with Accept: text/event-stream', () => {
  test('200 and each event as it comes, as the list shows it, and not those from before', async ({
    hall,
    organisation: { key, client },
    onTestFinished,
  }) => {
    await openAndClose(client);
    await untilListed(client, 2);
    const stream = await followEvents(hall.url, key, onTestFinished);
    expect(stream.status).toBe(200);
    expect(Object.fromEntries(stream.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-ratelimit-limit': '100000',
      'x-ratelimit-remaining': expect.stringMatching(/^\d+$/),
      'x-ratelimit-reset': expect.stringMatching(/^\d+$/),
      'x-request-id': expect.stringMatching(/^req_/),
    });
    const id = await openAndClose(client);
    // A change that nothing tells of, and what is of another organisation.
    await rename(client, id, 2);
    await openHall((await hall.organisation()).client);
    await openHall(client);
    const came = await stream.until(3);
    const { body } = await client.get('/v1/events?limit=3');
    expect(came.map(({ data }) => data)).toEqual(body.data.reverse());
    expect(came.map(({ id: eventId, type }) => [eventId, type])).toEqual(came.map(({ data }) => [data.id, data.type]));
    expect(came.map(({ type }) => type)).toEqual(['hall.created', 'hall.closed', 'hall.created']);
  });

  test('200 and only what the filters choose', async ({ hall, organisation: { key, client }, onTestFinished }) => {
    const { id } = await openHall(client);
    await untilListed(client, 1);
    const ofHall = await followEvents(hall.url, key, onTestFinished, { query: `?hall_id=${id}` });
    const ofTypes = await followEvents(hall.url, key, onTestFinished, { query: '?type=hall.closed,hall.deleted' });
    const ofNone = await followEvents(hall.url, key, onTestFinished, { query: `?hall_id=${unknownHallId}` });
    const other = await openAndClose(client);
    await client.delete(`/v1/halls/${id}`);
    expect((await ofHall.until(2)).map(({ type }) => type)).toEqual(['hall.closed', 'hall.deleted']);
    const closed = await ofTypes.until(3);
    expect(closed.map(({ data }) => [data.type, data.data.hall.id])).toEqual([
      ['hall.closed', other],
      ['hall.closed', id],
      ['hall.deleted', id],
    ]);
    expect(ofNone.events).toEqual([]);
  });

  test('resumed after an event, on another instance and again: nothing is missing, nothing twice', async ({
    hall,
    organisation: { key, client },
    onTestFinished,
  }) => {
    const other = await startHall({ database: hall.database });
    onTestFinished(() => other.stop());
    const seen: string[] = [];
    let isWriting = true;
    const writing = (async () => {
      for (let made = 0; made < 60; made += 1) await openAndClose(client);
      isWriting = false;
    })();
    const first = await followEvents(hall.url, key, onTestFinished);
    await eventually(() => expect(first.events.length).toBeGreaterThan(3));
    first.close();
    seen.push(...first.events.map(({ id }) => id));
    // Left in the middle again and again, while more comes.
    for (let round = 0; isWriting || round < 2; round += 1) {
      const lastEventId = seen.at(-1) ?? '';
      const stream = await followEvents(round % 2 === 0 ? other.url : hall.url, key, onTestFinished, { lastEventId });
      await eventually(() => expect(isWriting && stream.events.length < 3).toBe(false));
      stream.close();
      seen.push(...stream.events.map(({ id }) => id));
    }
    await writing;
    let order: string[] = [];
    await eventually(async () => {
      order = await listed(client);
      expect(order).toHaveLength(120);
    });
    const from = order.indexOf(seen[0] ?? '');
    const last = await followEvents(other.url, key, onTestFinished, { lastEventId: seen.at(-1) ?? '' });
    const rest = order.length - from - seen.length;
    seen.push(...(await last.until(rest)).map(({ id }) => id));
    expect(seen).toEqual(order.slice(from));
  });

  test('after an event that is not in the log it begins with the oldest', async ({
    hall,
    organisation: { key, client },
    onTestFinished,
  }) => {
    await openAndClose(client);
    const stream = await followEvents(hall.url, key, onTestFinished, { lastEventId: unknownEventId });
    expect((await stream.until(2)).map(({ type }) => type)).toEqual(['hall.created', 'hall.closed']);
  });

  test('a long log is caught up with to the end', async ({ hall, organisation, onTestFinished }) => {
    const { id, key, client } = organisation;
    await hall.database.query(
      `insert into events (id, organisation_id, type, data)
       select new_event_id(), $1, 'hall.created', jsonb_build_object('filler', repeat('x', 4000)) from generate_series(1, 1000)`,
      [id],
    );
    const stream = await followEvents(hall.url, key, onTestFinished, { lastEventId: unknownEventId });
    await openHall(client);
    expect(new Set((await stream.until(1_001)).map((event) => event.id)).size).toBe(1_001);
  });

  test('a burst that is larger than what may wait for a reader comes whole, in order', async ({
    hall,
    organisation: { id, key },
    onTestFinished,
  }) => {
    const streams = await Promise.all([1, 2].map(() => followEvents(hall.url, key, onTestFinished)));
    await hall.database.query(
      `insert into events (id, organisation_id, type, data)
       select new_event_id(), $1, 'hall.created', jsonb_build_object('filler', repeat('x', 8000)) from generate_series(1, 800)`,
      [id],
    );
    const rows = await hall.database.query<{ id: string }>(
      'select id from events where organisation_id = $1 order by entry',
      [id],
    );
    for (const stream of streams)
      expect((await stream.until(800)).map((event) => event.id)).toEqual(rows.map((row) => row.id));
  });

  test('400 for a Last-Event-ID that is none, and for bad filters', async ({ client }) => {
    const headers = { accept: 'text/event-stream' };
    for (const [path, extra] of [
      ['/v1/events', { 'last-event-id': 'nonsense' }],
      ['/v1/events?type=nonsense', {}],
      ['/v1/events?limit=0', {}],
    ] as const) {
      const { status, body } = await client.get(path, { headers: { ...headers, ...extra } });
      expect([path, status, body.code]).toEqual([path, 400, 'malformed_parameter']);
    }
  });

  test('403 for one stream too many of an organisation, until one is closed', async ({
    hall,
    organisation: { key, client },
    onTestFinished,
  }) => {
    const streams = await Promise.all(
      Array.from({ length: mostStreams }, () => followEvents(hall.url, key, onTestFinished)),
    );
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
    const { status, body } = await client.get('/v1/events', { headers: { accept: 'text/event-stream' } });
    expect([status, body.code]).toEqual([403, 'too_many_streams']);
    expect((await followEvents(hall.url, (await hall.organisation()).key, onTestFinished)).status).toBe(200);
    streams[0]?.close();
    await eventually(async () => expect((await followEvents(hall.url, key, onTestFinished)).status).toBe(200));
  });

  test('a revoked key ends its streams within a second or so, and no others', async ({
    hall,
    organisation,
    onTestFinished,
  }) => {
    const another = await hall.anotherKey(organisation);
    const stream = await followEvents(hall.url, organisation.key, onTestFinished);
    const others = await followEvents(hall.url, another.key, onTestFinished);
    await hall.database.query('update keys set revoked_at = now() where id = $1', [organisation.keyId]);
    const begin = performance.now();
    await stream.ended;
    expect(performance.now() - begin).toBeLessThan(2_000);
    await openHall(another.client);
    expect((await others.until(1)).map(({ type }) => type)).toEqual(['hall.created']);
    expect((await followEvents(hall.url, organisation.key, onTestFinished)).status).toBe(401);
  });

  test('HEAD, and a client that takes anything, get the ordinary answer', async ({ client }) => {
    const { status, headers } = await client.send('HEAD', '/v1/events', undefined, {
      headers: { accept: 'text/event-stream' },
    });
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect((await client.get('/v1/events', { headers: { accept: '*/*' } })).body.data).toEqual([]);
  });
});

test('a Hall that stops ends its streams and does not wait for them, nor for a reader who reads nothing', async ({
  hall,
  organisation: { key, client },
  onTestFinished,
}) => {
  const stopping = await startHall({ database: hall.database });
  const stream = await followEvents(stopping.url, key, onTestFinished);
  const idle = connect(Number(new URL(stopping.url).port), '127.0.0.1');
  onTestFinished(() => void idle.destroy());
  await once(idle, 'connect');
  idle.pause();
  idle.write(
    `GET /v1/events HTTP/1.1\r\nHost: hall\r\nAccept: text/event-stream\r\nAuthorization: Bearer ${key}\r\n\r\n`,
  );
  const { id } = await openHall(client);
  await stream.until(1);
  const begin = performance.now();
  await stopping.stop();
  await stream.ended;
  expect(performance.now() - begin).toBeLessThan(3_000);
  const resumed = await followEvents(hall.url, key, onTestFinished, { lastEventId: stream.events[0]?.id ?? '' });
  await client.delete(`/v1/halls/${id}`);
  expect((await resumed.until(2)).map(({ type }) => type)).toEqual(['hall.closed', 'hall.deleted']);
});
