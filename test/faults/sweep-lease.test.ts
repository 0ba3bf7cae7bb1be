import { expect, test, vi } from 'vitest';
import { eventually } from '../setup/eventually.ts';
import { startHall, testDatabase } from '../setup/hall.ts';
import { startHallProcess } from '../setup/hall-process.ts';
import { endLease } from './books.ts';
import { livekitRooms } from './rooms.ts';
import { rounds, roundsOf } from './rounds.ts';

vi.setConfig({ testTimeout: 120_000 });

test('of two instances one sweeps; when it is killed, the other does', async ({ onTestFinished }) => {
  const rooms = livekitRooms();
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  const holder = async () =>
    (await database.query<{ holder: string }>("select holder from leases where name = 'sweep'"))[0]?.holder;
  const first = await startHallProcess({ database, environment: { INSTANCE: 'first' } }, onTestFinished);
  await eventually(async () => expect(await holder()).toBe('first'));
  const second = await startHall({ database, environment: { INSTANCE: 'second' } });
  onTestFinished(() => second.stop());
  await rounds(first, 3);
  expect(await roundsOf(second)).toBe(0);
  expect(await holder()).toBe('first');

  const { client } = await second.organisation();
  const { body } = await client.post('/v1/halls', {});
  await first.kill();
  await rooms.remove(body.id);
  await endLease(database, 'first');
  await eventually(async () => expect(await holder()).toBe('second'));
  await eventually(async () => expect(await rooms.existing([body.id])).toEqual([body.id]));
  expect(await roundsOf(second)).toBeGreaterThan(0);
});
