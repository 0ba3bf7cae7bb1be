import { expect } from 'vitest';
import { eventually } from '../setup/eventually.ts';
import { joinCall } from '../setup/join-call.ts';
import { insideOf, invite, openHall, test } from './fixtures.ts';

test('50 clients enter a hall of 10 at once: 10 are in, 10 are counted, the next to be invited is refused', {
  timeout: 120_000,
}, async ({ hall, client, onTestFinished }) => {
  const id = await openHall(client, { max_participants: 10 });
  const invited = await Promise.all(Array.from({ length: 50 }, () => invite(client, id)));
  const tries = await Promise.allSettled(invited.map((one) => joinCall(one, onTestFinished)));
  const entered = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(entered).toHaveLength(10);
  expect(entered.every(({ isIn }) => isIn)).toBe(true);
  expect(await insideOf(hall, id)).toHaveLength(10);
  await eventually(async () => expect((await client.get(`/v1/halls/${id}`)).body.participant_count).toBe(10));
  const full = await client.post(`/v1/halls/${id}/join`);
  expect([full.status, full.body.code]).toEqual([403, 'hall_full']);

  await entered[0]?.leave();
  await eventually(async () => expect((await client.post(`/v1/halls/${id}/join`)).status).toBe(200));
});
