import { once } from 'node:events';
import { RoomServiceClient } from 'livekit-server-sdk';
import { expect, inject } from 'vitest';
import { eventually } from '../setup/eventually.ts';
import { openHall, test } from './fixtures.ts';

const livekit = () => {
  const { url, apiKey, apiSecret } = inject('livekit');
  return new RoomServiceClient(url.replace(/^ws/, 'http'), apiKey, apiSecret);
};

const roomsNamed = (name: string) => livekit().listRooms([name]);

/** Enters as LiveKit's clients begin to: over its signalling socket. Rejects when LiveKit refuses the token. */
const enter = async ({ server_url, participant_token }: { server_url: string; participant_token: string }) => {
  const socket = new WebSocket(
    `${server_url}/rtc?access_token=${participant_token}&protocol=15&auto_subscribe=1&sdk=js`,
  );
  const closed = once(socket, 'close');
  await Promise.race([
    once(socket, 'message'),
    once(socket, 'error').then(() => Promise.reject(new Error('LiveKit refused'))),
    closed.then(() => Promise.reject(new Error('LiveKit hung up'))),
  ]);
  return { closed };
};

test.concurrent('a created hall has a room with so many seats; closing removes it', async ({ client }) => {
  const { id } = await openHall(client, { max_participants: 7, max_duration_seconds: 3_600 });
  const rooms = await roomsNamed(id);
  expect(rooms).toMatchObject([{ name: id, maxParticipants: 7 }]);
  // LiveKit by itself ends no room before the hall's time is up.
  expect(rooms[0]?.emptyTimeout).toBeGreaterThanOrEqual(3_600);
  await client.post(`/v1/halls/${id}/close`);
  expect(await roomsNamed(id)).toEqual([]);
});

test.concurrent('deleting an open hall removes its room', async ({ client }) => {
  const { id } = await openHall(client);
  await client.delete(`/v1/halls/${id}`);
  expect(await roomsNamed(id)).toEqual([]);
});

test.concurrent('a room that LiveKit has lost is there again while the hall is open', async ({ client }) => {
  const { id } = await openHall(client, { max_participants: 3 });
  await livekit().deleteRoom(id);
  await eventually(async () => expect(await roomsNamed(id)).toMatchObject([{ name: id, maxParticipants: 3 }]));
  expect((await client.get(`/v1/halls/${id}`)).body.status).toBe('open');
});

test.concurrent('the token enters; the hall counts who is inside, and is full for the next: 403', async ({
  client,
}) => {
  const { id } = await openHall(client, { max_participants: 1 });
  const first = (await client.post(`/v1/halls/${id}/join`, { name: 'Ada' })).body;
  const second = (await client.post(`/v1/halls/${id}/join`, { name: 'Bob' })).body;
  const { closed } = await enter(first);
  expect(await livekit().listParticipants(id)).toMatchObject([{ identity: first.participant.id, name: 'Ada' }]);
  // Both were invited while there was a seat; it is taken on entering.
  await expect(enter(second)).rejects.toThrow('LiveKit');
  await eventually(async () => expect((await client.get(`/v1/halls/${id}`)).body.participant_count).toBe(1));
  const full = await client.post(`/v1/halls/${id}/join`);
  expect([full.status, full.body.code]).toEqual([403, 'hall_full']);
  await livekit().removeParticipant(id, first.participant.id);
  await closed;
  await eventually(async () => expect((await client.post(`/v1/halls/${id}/join`)).status).toBe(200));
});

test.concurrent('closing disconnects who is inside, and the token does not get back in', async ({ client }) => {
  const { id } = await openHall(client);
  const joining = (await client.post(`/v1/halls/${id}/join`)).body;
  const { closed } = await enter(joining);
  await client.post(`/v1/halls/${id}/close`);
  await closed;
  await expect(enter(joining)).rejects.toThrow('LiveKit');
  expect(await roomsNamed(id)).toEqual([]);
});
