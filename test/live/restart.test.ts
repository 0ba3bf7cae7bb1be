import { expect, test } from 'vitest';
import { until } from '../../server/embedded/testing/processes.ts';
import { eventually } from '../setup/eventually.ts';
import { joinCall } from '../setup/join-call.ts';
import { enterHall, invite, livekitOf, openHall, participantOf, startLiveHall } from './fixtures.ts';

/* LiveKit is killed and comes back without any room, where clients reach it directly. */

test('rooms with people inside are there again at once, the others soon; nobody is closed out, joins work again', {
  timeout: 120_000,
}, async ({ onTestFinished }) => {
  const hall = await startLiveHall();
  onTestFinished(() => hall.stop());
  const { client } = await hall.organisation();
  const [inhabited, empty, closed] = [await openHall(client), await openHall(client), await openHall(client)];
  const ada = await enterHall(client, inhabited, onTestFinished);
  await eventually(async () => expect(await participantOf(client, inhabited, ada)).toMatchObject({ status: 'joined' }));
  const old = await invite(client, closed);
  await client.post(`/v1/halls/${closed}/close`);

  await hall.livekit.kill();
  await eventually(async () => expect((await client.post(`/v1/halls/${empty}/join`)).status).toBe(502));
  expect((await client.get(`/v1/halls/${inhabited}`)).body.status).toBe('open');
  await hall.livekit.start();
  const exists = async (id: string) => (await livekitOf(hall).listRooms([id])).length === 1;
  // Generous for machines with much else to do; docs/performance.md has what it takes on a quiet one.
  expect(await until(() => exists(inhabited), 10_000)).toBeLessThan(2_000);
  await until(() => exists(empty), 10_000);
  await eventually(async () => expect((await client.post(`/v1/halls/${empty}/join`)).status).toBe(200));
  expect(await exists(closed)).toBe(false);
  await expect(joinCall(old, onTestFinished)).rejects.toThrow();
  for (const id of [inhabited, empty]) expect((await client.get(`/v1/halls/${id}`)).body.status).toBe('open');
});
