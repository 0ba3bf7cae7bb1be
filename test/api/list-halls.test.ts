import { describe, expect } from 'vitest';
import { newId } from '../../server/ids.ts';
import type { Client } from '../setup/client.ts';
import type { TestHall } from '../setup/hall.ts';
import { openHall, test } from './fixtures.ts';

/** Rows of halls, each newer than the one before. Closed ones by default: no sweep touches them. */
const insertHalls = async (
  { database }: TestHall,
  organisationId: string,
  count: number,
  of: (index: number) => { status?: string; external_id?: string } = () => ({}),
): Promise<string[]> => {
  const rows = Array.from({ length: count }, (_, index) => ({ id: newId('hall'), status: 'closed', ...of(index) }));
  await database.query(
    `insert into halls (id, organisation_id, status, external_id, record, max_participants, empty_timeout_seconds,
       max_duration_seconds, metadata, expires_at)
     select id, $1, status, external_id, false, 5, 600, 3600, '{}', now() + interval '1 hour'
     from jsonb_to_recordset($2) as row (id text, status text, external_id text)`,
    [organisationId, JSON.stringify(rows)],
  );
  return rows.map((row) => row.id);
};

const idsOf = (body: { data: { id: string }[] }): string[] => body.data.map((hall) => hall.id);

/** Follows next_cursor to the end, and gives the ids page by page. */
const pages = async (client: Client, query: string, between: () => Promise<unknown> = async () => {}) => {
  const read: string[][] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { status, body } = await client.get(`/v1/halls?${query}${cursor === '' ? '' : `&cursor=${cursor}`}`);
    expect(status).toBe(200);
    read.push(idsOf(body));
    cursor = body.next_cursor;
    await between();
  }
  return read;
};

describe('200', () => {
  test('with an empty list', async ({ client }) => {
    expect((await client.get('/v1/halls')).body).toEqual({ data: [], next_cursor: null });
  });

  test('with the halls as they are shown one by one, newest first', async ({ client }) => {
    const halls = [await openHall(client, { name: 'one' }), await openHall(client, { metadata: { a: 'b' } })];
    expect((await client.get('/v1/halls')).body).toEqual({ data: halls.reverse(), next_cursor: null });
  });

  test('without what the API never showed, was deleted, or is of another organisation', async ({
    hall,
    organisation,
    stranger,
  }) => {
    const [seen, deleted] = [await openHall(organisation.client), await openHall(organisation.client)];
    await organisation.client.delete(`/v1/halls/${deleted.id}`);
    await insertHalls(hall, organisation.id, 3, (index) => ({
      status: ['opening', 'discarded', 'deleted'][index] ?? '',
    }));
    await openHall(stranger);
    expect(idsOf((await organisation.client.get('/v1/halls')).body)).toEqual([seen.id]);
  });

  test('with 20 halls a page unless told otherwise', async ({ hall, organisation: { id, client } }) => {
    await insertHalls(hall, id, 21);
    expect((await pages(client, '')).map((page) => page.length)).toEqual([20, 1]);
  });

  test.for([1, 7, 100])('with up to %i halls a page', async (limit, { hall, organisation: { id, client } }) => {
    await insertHalls(hall, id, 101);
    expect((await client.get(`/v1/halls?limit=${limit}`)).body.data).toHaveLength(limit);
  });

  test('without another page when the last one is full', async ({ hall, organisation: { id, client } }) => {
    await insertHalls(hall, id, 10);
    expect((await pages(client, 'limit=5')).map((page) => page.length)).toEqual([5, 5]);
  });
});

test('250 halls page by page: each once, newest first, while new halls are made', async ({
  hall,
  organisation: { id, client },
}) => {
  const ids = await insertHalls(hall, id, 250);
  const made: string[] = [];
  const read = await pages(client, 'limit=30', async () => made.push((await openHall(client)).id));
  expect(read.flat()).toEqual([...ids].reverse());
  expect(made).toHaveLength(9);
  const again = await pages(client, 'limit=100');
  expect(again.flat()).toEqual([...ids, ...made].reverse());
});

test('a page that was read before is the same again, whatever was deleted in between', async ({
  hall,
  organisation: { id, client },
}) => {
  const ids = (await insertHalls(hall, id, 9)).reverse();
  const first = (await client.get('/v1/halls?limit=3')).body;
  const second = (await client.get(`/v1/halls?limit=3&cursor=${first.next_cursor}`)).body;
  expect(idsOf(second)).toEqual(ids.slice(3, 6));
  // The hall that the cursor was made from among them.
  for (const hallId of idsOf(first)) await client.delete(`/v1/halls/${hallId}`);
  expect((await client.get(`/v1/halls?limit=3&cursor=${first.next_cursor}`)).body).toEqual(second);
});

describe('filters', () => {
  const statuses = ['open', 'closed'];
  const references = ['a', 'b', 'é 🎓&='];

  test('status and external_id, alone and together, on every page', async ({ hall, organisation: { id, client } }) => {
    const kinds = Array.from({ length: 24 }, (_, index) => ({
      status: statuses[index % 2] ?? '',
      external_id: references[index % 3] ?? '',
    }));
    const ids = await insertHalls(hall, id, kinds.length, (index) => kinds[index] ?? {});
    const expected = (wanted: object): string[] =>
      ids
        .filter((_, index) =>
          Object.entries(wanted).every(([name, value]) => kinds[index]?.[name as 'status'] === value),
        )
        .reverse();
    for (const status of [undefined, ...statuses]) {
      for (const external_id of [undefined, ...references]) {
        const wanted = {
          ...(status === undefined ? {} : { status }),
          ...(external_id === undefined ? {} : { external_id }),
        };
        const query = new URLSearchParams({ ...wanted, limit: '3' }).toString();
        expect((await pages(client, query)).flat()).toEqual(expected(wanted));
      }
    }
  });

  test('no hall matches: an empty list', async ({ client }) => {
    await openHall(client, { external_id: 'a' });
    for (const query of ['status=closed', 'external_id=A', 'external_id=%25', 'status=open&external_id=b']) {
      expect((await client.get(`/v1/halls?${query}`)).body).toEqual({ data: [], next_cursor: null });
    }
  });

  test('a cursor goes on from its place under other filters', async ({ hall, organisation: { id, client } }) => {
    const ids = await insertHalls(hall, id, 10, (index) => ({ external_id: references[index % 2] ?? '' }));
    const { next_cursor } = (await client.get('/v1/halls?limit=4')).body;
    const { body } = await client.get(`/v1/halls?external_id=a&cursor=${next_cursor}`);
    expect(idsOf(body)).toEqual([ids[4], ids[2], ids[0]]);
  });

  test("another organisation's cursor shows nothing of that organisation", async ({
    organisation: { client },
    stranger,
  }) => {
    const own = await openHall(client);
    for (let index = 0; index < 3; index += 1) await openHall(stranger);
    const { next_cursor } = (await stranger.get('/v1/halls?limit=1')).body;
    expect(idsOf((await client.get(`/v1/halls?cursor=${next_cursor}`)).body)).toEqual([own.id]);
  });
});

test.for<[query: string, parameter: string]>([
  ['limit=0', 'limit'],
  ['limit=101', 'limit'],
  ['limit=-1', 'limit'],
  ['limit=1.5', 'limit'],
  ['limit=', 'limit'],
  ['limit=1e1', 'limit'],
  ['limit=%2B5', 'limit'],
  ['limit=99999999999999999999', 'limit'],
  ['limit=5&limit=6', 'limit'],
  ['limit[]=5', 'limit[]'],
  ['status=OPEN', 'status'],
  ['status=opening', 'status'],
  ['status=', 'status'],
  ['status=open&status=closed', 'status'],
  ['external_id=', 'external_id'],
  ['external_id=a&external_id=a', 'external_id'],
  [`external_id=${'x'.repeat(129)}`, 'external_id'],
  ['external_id=%00', 'external_id'],
  ['cursor=', 'cursor'],
  ['cursor=x', 'cursor'],
  [`cursor=${Buffer.from('org_01k9zq3v5c8r2m7d4t6w0x1y2z').toString('base64url')}`, 'cursor'],
  [`cursor=${'x'.repeat(201)}`, 'cursor'],
  ['offset=5', 'offset'],
  ['__proto__=5', '__proto__'],
  ['=5', ''],
])('400 for %.40s', async ([query, parameter], { client }) => {
  const { status, body } = await client.get(`/v1/halls?${query}`);
  expect(status).toBe(400);
  expect(body.code).toBe('malformed_parameter');
  expect(body.detail).toMatch(`The parameter ${parameter} `);
});

test.for(['', '&', '&&', 'limit=5', 'limit=05', 'external_id=%ff', 'external_id=%zz'])(
  '200 for ?%s',
  async (query, { client }) => {
    expect((await client.get(`/v1/halls?${query}`)).status).toBe(200);
  },
);
