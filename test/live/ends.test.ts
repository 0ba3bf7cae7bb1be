import { RoomEvent } from '@livekit/rtc-node';
import { describe, expect } from 'vitest';
import { eventually } from '../setup/eventually.ts';
import { joinCall } from '../setup/join-call.ts';
import {
  enterHall,
  invite,
  type LiveHall,
  livekitOf,
  openHall,
  participantOf,
  startLiveHall,
  test,
} from './fixtures.ts';

/** Sets the clock of one hall forward: its column says so many seconds from now. */
const dueIn = (hall: LiveHall, column: 'expires_at' | 'empties_at' | 'warns_at', id: string, seconds: number) =>
  hall.database.query(`update halls set ${column} = now() + make_interval(secs => $2) where id = $1`, [id, seconds]);

/** By the database's own clock: seconds from when a hall was due until it was closed. */
const lateness = async (hall: LiveHall, id: string, due: Date): Promise<number> => {
  const [row] = await hall.database.query<{ closed_at: Date }>('select closed_at from halls where id = $1', [id]);
  return ((row?.closed_at.getTime() ?? Number.NaN) - due.getTime()) / 1000;
};

const exact = 2;

describe.concurrent('a hall ends within two seconds of its time, once, and frees capacity once', () => {
  test('max_duration, whoever is inside', async ({
    hall,
    organisation: { id: organisationId, client },
    onTestFinished,
  }) => {
    const [id, other] = [await openHall(client), await openHall(client)];
    const ada = await enterHall(client, id, onTestFinished);
    await eventually(async () => expect(await participantOf(client, id, ada)).toMatchObject({ status: 'joined' }));
    await dueIn(hall, 'expires_at', id, 1);
    const [row] = await hall.database.query<{ due: Date }>('select expires_at as due from halls where id = $1', [id]);
    expect(await ada.call.ended).toBe('ROOM_DELETED');
    await eventually(async () =>
      expect((await client.get(`/v1/halls/${id}`)).body).toMatchObject({
        status: 'closed',
        close_reason: 'max_duration',
        participant_count: 0,
      }),
    );
    const late = await lateness(hall, id, row?.due ?? new Date(0));
    expect(late).toBeGreaterThanOrEqual(0);
    expect(late).toBeLessThan(exact);
    expect(await participantOf(client, id, ada)).toMatchObject({ status: 'left' });
    expect((await client.get('/v1/organisation')).body.usage.open_halls).toBe(1);
    await client.post(`/v1/halls/${other}/close`);
    const [books] = await hall.database.query('select open_halls from organisations where id = $1', [organisationId]);
    expect(books).toEqual({ open_halls: 0 });
  });

  test('empty, counted from the last leave', async ({ hall, client, onTestFinished }) => {
    const id = await openHall(client, { empty_timeout_seconds: 60 });
    const ada = await enterHall(client, id, onTestFinished);
    const emptiesIn = async () => {
      const [row] = await hall.database.query<{ seconds: number | null; due: Date | null }>(
        'select extract(epoch from empties_at - now())::float8 as seconds, empties_at as due from halls where id = $1',
        [id],
      );
      return row;
    };
    await eventually(async () => expect((await emptiesIn())?.seconds).toBe(null));
    await ada.call.leave();
    await eventually(async () => expect((await emptiesIn())?.seconds).toBeGreaterThan(50));
    await dueIn(hall, 'empties_at', id, 1);
    const due = (await emptiesIn())?.due ?? new Date(0);
    await eventually(async () =>
      expect((await client.get(`/v1/halls/${id}`)).body).toMatchObject({ status: 'closed', close_reason: 'empty' }),
    );
    expect(await lateness(hall, id, due)).toBeLessThan(exact);
  });

  test('whoever enters an empty hall at its last moment keeps it open', async ({ hall, client, onTestFinished }) => {
    const id = await openHall(client);
    const ada = await enterHall(client, id, onTestFinished);
    await eventually(async () => expect(await participantOf(client, id, ada)).toMatchObject({ status: 'joined' }));
    // As if the event of the entry were still on its way while the time is up.
    await dueIn(hall, 'empties_at', id, -1);
    const grace = await enterHall(client, id, onTestFinished);
    await eventually(async () => expect(await participantOf(client, id, grace)).toMatchObject({ status: 'joined' }));
    expect((await client.get(`/v1/halls/${id}`)).body.status).toBe('open');
    expect(ada.call.isIn).toBe(true);
  });

  test('closing and deleting send everybody out, and nobody comes back', async ({ hall, client, onTestFinished }) => {
    for (const end of ['close', 'delete']) {
      const id = await openHall(client);
      const ada = await enterHall(client, id, onTestFinished);
      if (end === 'close') await client.post(`/v1/halls/${id}/close`);
      else await client.delete(`/v1/halls/${id}`);
      expect(await ada.call.ended).toBe('ROOM_DELETED');
      await expect(joinCall(ada, onTestFinished)).rejects.toThrow();
      expect(await livekitOf(hall).listRooms([id])).toEqual([]);
    }
  });
});

test('people inside are told five minutes and one minute before, once each', async ({
  hall,
  client,
  onTestFinished,
}) => {
  const id = await openHall(client, { max_duration_seconds: 3_600 });
  const [column] = await hall.database.query<{ before: number }>(
    'select extract(epoch from expires_at - warns_at)::integer as before from halls where id = $1',
    [id],
  );
  expect(column).toEqual({ before: 300 });
  const ada = await enterHall(client, id, onTestFinished);
  await eventually(async () => expect(await participantOf(client, id, ada)).toMatchObject({ status: 'joined' }));
  const told: unknown[] = [];
  ada.call.room.on(RoomEvent.DataReceived, (data, _from, _kind, topic) => {
    told.push([topic, JSON.parse(new TextDecoder().decode(data))]);
  });
  /** As if the hall had so many seconds left. */
  const goOnUntil = (seconds: number) =>
    hall.database.query(
      'update halls set expires_at = now() + make_interval(secs => $2), warns_at = now() where id = $1',
      [id, seconds],
    );
  await goOnUntil(300);
  await eventually(() => expect(told).toHaveLength(1));
  const [next] = await hall.database.query<{ before: number | null }>(
    'select extract(epoch from expires_at - warns_at)::integer as before from halls where id = $1',
    [id],
  );
  expect(next).toEqual({ before: 60 });
  await goOnUntil(60);
  await eventually(() => expect(told).toHaveLength(2));
  const ending = (seconds: number) => [
    'hall.ending',
    { type: 'hall.ending', expires_at: expect.stringMatching(/Z$/), seconds_left: seconds },
  ];
  expect(told).toEqual([ending(300), ending(60)]);
  expect(await hall.database.query('select warns_at from halls where id = $1', [id])).toEqual([{ warns_at: null }]);
});

test('a room that cannot be deleted keeps its hall open, is tried again, and delays no other', async () => {
  const stuck = new Set<string>();
  const hall = await startLiveHall({
    mediaOf: (livekit) => ({
      ...livekit,
      deleteRoom: (name) => (stuck.has(name) ? Promise.reject(new Error('stuck')) : livekit.deleteRoom(name)),
    }),
  });
  try {
    const { client } = await hall.organisation();
    const open = (howMany: number) => Promise.all(Array.from({ length: howMany }, () => openHall(client)));
    // More than are worked on at once.
    const [held, others] = [await open(10), await open(3)];
    for (const id of held) stuck.add(id);
    await hall.database.query("update halls set expires_at = created_at - interval '1 second'");
    const statuses = (ids: readonly string[]) =>
      Promise.all(ids.map(async (id) => (await client.get(`/v1/halls/${id}`)).body.status));
    await eventually(async () => expect(new Set(await statuses(others))).toEqual(new Set(['closed'])));
    expect(new Set(await statuses(held))).toEqual(new Set(['open']));
    expect((await client.get('/v1/organisation')).body.usage.open_halls).toBe(10);
    stuck.clear();
    await eventually(async () => expect(new Set(await statuses(held))).toEqual(new Set(['closed'])));
    expect((await client.get('/v1/organisation')).body.usage.open_halls).toBe(0);
    expect(await livekitOf(hall).listRooms([...held, ...others])).toEqual([]);
  } finally {
    await hall.stop();
  }
});

test('a token made before the end does not open the hall again', async ({ client, onTestFinished }) => {
  const id = await openHall(client);
  const ada = await invite(client, id);
  await client.post(`/v1/halls/${id}/close`);
  await expect(joinCall(ada, onTestFinished)).rejects.toThrow();
});
