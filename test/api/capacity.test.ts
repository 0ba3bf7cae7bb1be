import { describe, expect } from 'vitest';
import type { Client, TestAnswer } from '../setup/client.ts';
import { startHall } from '../setup/hall.ts';
import { openHall, openHalls, test } from './fixtures.ts';

const create = (client: Client): Promise<TestAnswer> => client.post('/v1/halls', {});
const atOnce = <T>(times: number, act: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => act(index)));
const count = (answers: TestAnswer[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;

test('200 creates at once on two instances at a limit of 5: exactly 5 halls', async ({ hall }) => {
  const other = await startHall({ database: hall.database });
  const { key, client } = await hall.organisation({ max_concurrent_halls: 5 });
  const clients = [client, other.client(`Bearer ${key}`)];
  const answers = await atOnce(200, (index) => create(clients[index % 2] ?? client));
  await other.stop();
  expect([count(answers, 201), count(answers, 403)]).toEqual([5, 195]);
  expect(await openHalls(client)).toBe(5);
  expect((await client.get('/v1/halls?status=open')).body.data).toHaveLength(5);
});

describe('frees a place exactly once', () => {
  test.for<[what: string, acts: ((client: Client, path: string) => Promise<TestAnswer>)[]]>([
    ['closing', [(client, path) => client.post(`${path}/close`)]],
    ['deleting', [(client, path) => client.delete(path)]],
    ['closing and deleting', [(client, path) => client.post(`${path}/close`), (client, path) => client.delete(path)]],
  ])('%s, one after the other and again', async ([, acts], { hall }) => {
    const { client } = await hall.organisation({ max_concurrent_halls: 3 });
    const [{ id }] = [await openHall(client), await openHall(client), await openHall(client)];
    for (const act of [...acts, ...acts]) await act(client, `/v1/halls/${id}`);
    expect(await openHalls(client)).toBe(2);
    expect((await create(client)).status).toBe(201);
    expect((await create(client)).status).toBe(403);
  });

  test('closing and deleting, 30 times at once', async ({ hall }) => {
    const { client } = await hall.organisation({ max_concurrent_halls: 3 });
    const [{ id }] = [await openHall(client), await openHall(client), await openHall(client)];
    const answers = await atOnce(30, (index) =>
      index % 3 === 0 ? client.delete(`/v1/halls/${id}`) : client.post(`/v1/halls/${id}/close`),
    );
    expect(count(answers, 204)).toBe(1);
    expect(count(answers, 200) + count(answers, 204) + count(answers, 404)).toBe(30);
    expect(await openHalls(client)).toBe(2);
    expect((await client.get(`/v1/halls/${id}`)).status).toBe(404);
    expect(count(await atOnce(5, () => create(client)), 201)).toBe(1);
  });

  test('closing 20 times at once: each time the same closed hall', async ({ client }) => {
    const { id } = await openHall(client);
    const answers = await atOnce(20, () => client.post(`/v1/halls/${id}/close`));
    expect(count(answers, 200)).toBe(20);
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(await openHalls(client)).toBe(0);
  });
});

test('halls made and closed at once, again and again: never above the limit, and all is free in the end', async ({
  hall,
}) => {
  const { client } = await hall.organisation({ max_concurrent_halls: 4 });
  await atOnce(12, async () => {
    for (let round = 0; round < 5; round += 1) {
      const { status, body } = await create(client);
      expect([201, 403]).toContain(status);
      expect(await openHalls(client)).toBeLessThanOrEqual(4);
      if (status === 201) await client.post(`/v1/halls/${body.id}/close`);
    }
  });
  expect(await openHalls(client)).toBe(0);
});

test('a limit lowered below what is open closes nothing, and admits nothing until there is room', async ({ hall }) => {
  const { id, client } = await hall.organisation({ max_concurrent_halls: 3 });
  const halls = [await openHall(client), await openHall(client), await openHall(client)];
  await hall.database.query('update organisations set max_concurrent_halls = 1 where id = $1', [id]);
  for (const [index, { id: hallId }] of halls.entries()) {
    expect((await create(client)).status).toBe(403);
    await client.post(`/v1/halls/${hallId}/close`);
    expect(await openHalls(client)).toBe(2 - index);
  }
  expect((await create(client)).status).toBe(201);
});
