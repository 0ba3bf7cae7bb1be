import { describe, expect } from 'vitest';
import { newId } from '../../server/ids.ts';
import type { Client } from '../setup/client.ts';
import { eventually } from '../setup/eventually.ts';
import type { TestHall, TestOrganisation } from '../setup/hall.ts';
import { openHall, test, unknownEventId, unknownHallId } from './fixtures.ts';

type Shown = { id: string; type: string; sequence: number; data: { hall: { id: string } } };

/** All events of an organisation, newest first, page by page, once there are as many as expected. */
const eventsOf = async (client: Client, count: number, query = ''): Promise<Shown[]> => {
  const read = async (): Promise<Shown[]> => {
    const all: Shown[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { status, body } = await client.get(`/v1/events?${query}${cursor === '' ? '' : `&cursor=${cursor}`}`);
      expect(status).toBe(200);
      all.push(...body.data);
      cursor = body.next_cursor;
    }
    return all;
  };
  let all: Shown[] = [];
  await eventually(async () => {
    all = await read();
    expect(all.length).toBeGreaterThanOrEqual(count);
  });
  expect(all).toHaveLength(count);
  return all;
};

/** Published events of this organisation, oldest first; of `of`'s halls and types. */
const insertEvents = async (
  { database }: TestHall,
  { id }: TestOrganisation,
  count: number,
  of: (index: number) => { hall_id?: string; type?: string } = () => ({}),
): Promise<string[]> => {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: newId('evt'),
    hall_id: unknownHallId,
    type: 'participant.joined',
    ...of(index),
  }));
  await database.query(
    `insert into events (id, organisation_id, hall_id, type, data)
     select id, $1, hall_id, type, '{}'
     from jsonb_to_recordset($2) as row (id text, hall_id text, type text)`,
    [id, JSON.stringify(rows)],
  );
  await database.query('select publish_events(100000)');
  return rows.map((row) => row.id);
};

describe('GET /v1/events', () => {
  test('200 with an empty list', async ({ client }) => {
    expect((await client.get('/v1/events')).body).toEqual({ data: [], next_cursor: null });
  });

  test('200 with what happened, newest first, each as it is shown by itself', async ({ client }) => {
    const first = await openHall(client, { name: 'first' });
    const second = await openHall(client, { name: 'second' });
    await client.post(`/v1/halls/${first.id}/close`);
    const closed = (await client.get(`/v1/halls/${first.id}`)).body;
    const shown = await eventsOf(client, 3);
    expect(shown).toEqual([
      {
        id: expect.any(String),
        type: 'hall.closed',
        created_at: expect.any(String),
        sequence: 2,
        data: { hall: closed },
      },
      {
        id: expect.any(String),
        type: 'hall.created',
        created_at: expect.any(String),
        sequence: 1,
        data: { hall: second },
      },
      {
        id: expect.any(String),
        type: 'hall.created',
        created_at: expect.any(String),
        sequence: 1,
        data: { hall: first },
      },
    ]);
    for (const event of shown) expect((await client.get(`/v1/events/${event.id}`)).body).toEqual(event);
  });

  test('200 page by page: each event once, also when others come meanwhile', async ({ hall, organisation }) => {
    const { client } = organisation;
    const ids = await insertEvents(hall, organisation, 25);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await client.get(`/v1/events?limit=10${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...body.data.map((event: Shown) => event.id));
      cursor = body.next_cursor;
      await insertEvents(hall, organisation, 1);
    }
    expect(seen).toEqual(ids.reverse());
  });

  test('200 with the events of one hall, of one type, of several, and of both', async ({ hall, organisation }) => {
    const { client } = organisation;
    const [one, other] = [newId('hall'), newId('hall')];
    const types = ['hall.created', 'participant.joined', 'participant.left'];
    const ids = await insertEvents(hall, organisation, 24, (index) => ({
      hall_id: index % 2 === 0 ? one : other,
      type: types[index % 3] ?? '',
    }));
    const expected = (keep: (index: number) => boolean) => ids.filter((_, index) => keep(index)).reverse();
    const told = async (query: string, count: number) =>
      (await eventsOf(client, count, `limit=5&${query}`)).map(({ id }) => id);
    expect(await told(`hall_id=${one}`, 12)).toEqual(expected((index) => index % 2 === 0));
    expect(await told('type=hall.created', 8)).toEqual(expected((index) => index % 3 === 0));
    expect(await told('type=participant.left,hall.created', 16)).toEqual(expected((index) => index % 3 !== 1));
    expect(await told(`type=hall.created,hall.created&hall_id=${other}`, 4)).toEqual(
      expected((index) => index % 3 === 0 && index % 2 === 1),
    );
    expect(await told('type=recording.failed', 0)).toEqual([]);
    expect(await told(`hall_id=${unknownHallId}`, 0)).toEqual([]);
  });

  test('200 without what another organisation has, also with its hall and its cursor', async ({ client, stranger }) => {
    // Before what the cursor names: it must not be found by it.
    await openHall(client);
    await eventsOf(client, 1);
    const { id } = await openHall(stranger);
    await openHall(stranger);
    await eventsOf(stranger, 2);
    const { body } = await stranger.get('/v1/events?limit=1');
    expect(await eventsOf(client, 0, `hall_id=${id}`)).toEqual([]);
    expect(await eventsOf(client, 0, `cursor=${body.next_cursor}`)).toEqual([]);
  });

  test.for([
    'type=hall.opened',
    'type=',
    'type=hall.created,',
    'type=hall.created&type=hall.closed',
    'limit=0',
    'limit=101',
    'cursor=nonsense',
    'hall_id=',
    'hall_id=%00',
    'halls=1',
  ])('400 for ?%s', async (query, { client }) => {
    const { status, body } = await client.get(`/v1/events?${query}`);
    expect([status, body.code]).toEqual([400, 'malformed_parameter']);
  });

  test('401 without a key', async ({ nobody }) => {
    expect((await nobody.get('/v1/events')).status).toBe(401);
    expect((await nobody.get(`/v1/events/${unknownEventId}`)).status).toBe(401);
  });
});

describe('GET /v1/events/:id', () => {
  test('404 for an id that nobody has, or another organisation, or that is none', async ({ client, stranger }) => {
    await openHall(stranger);
    const [foreign] = await eventsOf(stranger, 1);
    for (const id of [foreign?.id, unknownEventId, 'nonsense', 'evt_']) {
      const { status, body } = await client.get(`/v1/events/${id}`);
      expect([id, status, body.code]).toEqual([id, 404, 'event_not_found']);
    }
  });
});
