import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Client } from '../setup/client.ts';
import { enter, type Inside } from '../setup/enter.ts';
import { eventually } from '../setup/eventually.ts';
import { startHall, type TestHall } from '../setup/hall.ts';
import { booksOf } from './books.ts';
import { livekitRooms } from './rooms.ts';
import { rounds } from './rounds.ts';

vi.setConfig({ testTimeout: 120_000 });

const rooms = livekitRooms();

let hall: TestHall;
beforeAll(async () => {
  hall = await startHall();
});
afterAll(() => hall?.stop());

const created = async (client: Client, wish: object = {}): Promise<string> => {
  const answer = await client.post('/v1/halls', wish);
  expect(answer.status).toBe(201);
  return answer.body.id;
};

describe.concurrent('rooms', () => {
  test('an open hall whose room vanished gets it again, and people can enter', async ({ onTestFinished }) => {
    const { client } = await hall.organisation();
    const id = await created(client);
    await rooms.remove(id);
    await eventually(async () => expect(await rooms.existing([id])).toEqual([id]));
    await enter((await client.post(`/v1/halls/${id}/join`)).body, onTestFinished);
  });

  test('a room of ours without a hall is removed, one that is not ours is left alone', async ({ onTestFinished }) => {
    const { client } = await hall.organisation();
    const ours = (await rooms.metadataOf(await created(client))) ?? '';
    expect(ours).toContain('"hall"');
    const orphan = `hall_orphan_${randomUUID()}`;
    const strangers = [`hall_other_${randomUUID()}`, `meeting_${randomUUID()}`];
    await rooms.make(strangers[0] ?? '', JSON.stringify({ hall: randomUUID() }));
    await rooms.make(strangers[1] ?? '', '');
    onTestFinished(async () => void (await Promise.all(strangers.map(rooms.remove))));
    await rooms.make(orphan, ours);
    await eventually(async () => expect(await rooms.existing([orphan])).toEqual([]));
    await rounds(hall, 2);
    expect((await rooms.existing(strangers)).sort()).toEqual([...strangers].sort());
  });
});

describe.concurrent('a hall is closed once', () => {
  const ends = [
    { reason: 'max_duration', column: 'expires_at' },
    { reason: 'empty', column: 'empties_at' },
  ];

  test.for(ends)('when its time is up: $reason', async ({ reason, column }) => {
    const { id: organisationId, client } = await hall.organisation();
    const [id, other] = [await created(client), await created(client)];
    await hall.database.query(`update halls set ${column} = now() - interval '1 second' where id = $1`, [id]);
    const get = async () => (await client.get(`/v1/halls/${id}`)).body;
    await eventually(async () => expect((await get()).status).toBe('closed'));
    expect(await get()).toMatchObject({ close_reason: reason, participant_count: 0, closed_at: expect.any(String) });
    await rounds(hall, 2);
    expect(await booksOf(hall.database, organisationId)).toMatchObject({ counter: 1, open: 1 });
    expect(await rooms.existing([id, other])).toEqual([other]);
    expect((await client.post(`/v1/halls/${id}/join`)).body.code).toBe('hall_closed');
  });
});

test.concurrent('people inside are counted; while there are any, a hall is not empty, and it waits anew from the last leave', async ({
  onTestFinished,
}) => {
  const { client } = await hall.organisation();
  const id = await created(client, { empty_timeout_seconds: 900 });
  const inside = async () => (await client.get(`/v1/halls/${id}`)).body.participant_count;
  const emptiesIn = async (): Promise<number | null> => {
    const [row] = await hall.database.query<{ seconds: number | null }>(
      'select extract(epoch from empties_at - now())::float8 as seconds from halls where id = $1',
      [id],
    );
    return row?.seconds ?? null;
  };
  const somebody = await enter((await client.post(`/v1/halls/${id}/join`)).body, onTestFinished);
  await eventually(async () => expect(await inside()).toBe(1));
  expect(await emptiesIn()).toBe(null);
  somebody.leave();
  await eventually(async () => expect(await inside()).toBe(0));
  expect(await emptiesIn()).toBeGreaterThan(800);
});

test.concurrent('whoever enters an empty hall as its time runs out stays inside', async ({ onTestFinished }) => {
  const { client } = await hall.organisation();
  const isUp = `update halls set empties_at = now() - interval '1 second' where id = $1 and participant_count = 0 returning id`;
  /** Somebody who is inside while the sweep does not know yet and the time is up. */
  const arrive = async (): Promise<{ id: string; somebody: Inside }> => {
    for (;;) {
      const id = await created(client);
      const somebody = await enter((await client.post(`/v1/halls/${id}/join`)).body, onTestFinished);
      const [unknown] = await hall.database.query(isUp, [id]);
      if (unknown !== undefined) return { id, somebody };
    }
  };
  const { id, somebody } = await arrive();
  await rounds(hall, 2);
  expect((await client.get(`/v1/halls/${id}`)).body).toMatchObject({ status: 'open', participant_count: 1 });
  expect(somebody.isIn).toBe(true);
});
