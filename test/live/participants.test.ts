import { describe, expect } from 'vitest';

import { eventually } from '../setup/eventually.ts';
import { joinCall } from '../setup/join-call.ts';
import { enterHall, invite, type LiveHall, livekitOf, openHall, participantOf, test } from './fixtures.ts';

/** How many of LiveKit's events the Hall has taken in, by its own metrics. */
const eventsOf = async (hall: LiveHall): Promise<number> => {
  const { text } = await hall.client().get('/metrics');
  return Number(/^hall_media_events_total\{outcome="taken in"\} (\d+)$/m.exec(text)?.[1] ?? 0);
};

describe.concurrent('a participant', () => {
  test('is invited, joined, left, and joined again; each stay is kept', async ({ hall, client, onTestFinished }) => {
    const id = await openHall(client);
    const ada = await invite(client, id, { name: 'Ada' });
    expect(await participantOf(client, id, ada)).toEqual(ada.participant);
    expect(ada.participant).toMatchObject({ status: 'invited', joined_at: null, left_at: null });

    const { call } = await enterHall(client, id, onTestFinished, { name: 'Grace' });
    const grace = () =>
      client.get(`/v1/halls/${id}/participants?status=joined`).then(({ body }) => body.data[0] ?? null);
    await eventually(async () =>
      expect(await grace()).toMatchObject({
        name: 'Grace',
        status: 'joined',
        joined_at: expect.any(String),
        left_at: null,
      }),
    );
    const { id: graceId, joined_at: firstJoined } = await grace();
    await call.leave();
    const now = () => client.get(`/v1/halls/${id}/participants/${graceId}`).then(({ body }) => body);
    await eventually(async () =>
      expect(await now()).toMatchObject({ status: 'left', joined_at: firstJoined, left_at: expect.any(String) }),
    );
    const stays = () =>
      hall.database.query<{ over: boolean }>(
        'select left_at is not null as over from presences where participant_id = $1 order by joined_at',
        [graceId],
      );
    expect(await stays()).toEqual([{ over: true }]);
  });

  test('a person may come again: another stay, the first entry is kept', async ({ hall, client, onTestFinished }) => {
    const id = await openHall(client);
    const ada = await invite(client, id);
    const first = await joinCall(ada, onTestFinished);
    await eventually(async () => expect(await participantOf(client, id, ada)).toMatchObject({ status: 'joined' }));
    const { joined_at } = await participantOf(client, id, ada);
    await first.leave();
    await eventually(async () => expect(await participantOf(client, id, ada)).toMatchObject({ status: 'left' }));
    await joinCall(ada, onTestFinished);
    await eventually(async () =>
      expect(await participantOf(client, id, ada)).toMatchObject({ status: 'joined', joined_at, left_at: null }),
    );
    const [row] = await hall.database.query<{ stays: string; open: string }>(
      'select count(*) as stays, count(*) filter (where left_at is null) as open from presences where participant_id = $1',
      [ada.participant.id],
    );
    expect(row).toEqual({ stays: '2', open: '1' });
  });

  test('is counted by what LiveKit tells, before the sweep has looked', async ({ hall, client, onTestFinished }) => {
    const id = await openHall(client);
    const count = () => client.get(`/v1/halls/${id}`).then(({ body }) => body.participant_count);
    const told = () => eventsOf(hall);
    const before = await told();
    const ada = await enterHall(client, id, onTestFinished);
    await enterHall(client, id, onTestFinished);
    await eventually(async () => expect(await count()).toBe(2));
    await ada.call.leave();
    await eventually(async () => expect(await count()).toBe(1));
    expect(await told()).toBeGreaterThanOrEqual(before + 3);
  });
});

describe.concurrent('the list', () => {
  test('pages, newest first, and filters by status', async ({ client, onTestFinished }) => {
    const id = await openHall(client);
    const names = ['Ada', 'Bob', 'Cy', 'Di', 'Eve'];
    for (const name of names) await invite(client, id, { name });
    const joined = await enterHall(client, id, onTestFinished, { name: 'Flo' });
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body } = await client.get(`/v1/halls/${id}/participants?limit=4${query}`);
      expect(body.data.length).toBeLessThanOrEqual(4);
      seen.push(...body.data.map((one: { name: string }) => one.name));
      cursor = body.next_cursor;
    }
    expect(seen).toEqual(['Flo', ...names.reverse()]);
    const ofStatus = async (status: string) =>
      (await client.get(`/v1/halls/${id}/participants?status=${status}`)).body.data.map(
        (one: { id: string }) => one.id,
      );
    await eventually(async () => expect(await ofStatus('joined')).toEqual([joined.participant.id]));
    expect(await ofStatus('invited')).toHaveLength(5);
    expect(await ofStatus('removed')).toEqual([]);
  });

  test('400 for a cursor of another list and a status that there is not; empty for a hall without guests', async ({
    client,
  }) => {
    const id = await openHall(client);
    expect((await client.get(`/v1/halls/${id}/participants`)).body).toEqual({ data: [], next_cursor: null });
    for (const query of ['cursor=x', 'status=gone', 'limit=0', 'colour=red'])
      expect([query, (await client.get(`/v1/halls/${id}/participants?${query}`)).status]).toEqual([query, 400]);
  });

  test('404 for a participant of another hall of the same organisation', async ({ client }) => {
    const [one, other] = [await openHall(client), await openHall(client)];
    const ada = await invite(client, one);
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const path = `/v1/halls/${other}/participants/${ada.participant.id}`;
      const answer = await client.send(method, path, method === 'PATCH' ? {} : undefined);
      expect([method, answer.status, answer.body.code]).toEqual([method, 404, 'participant_not_found']);
    }
    expect((await participantOf(client, one, ada)).status).toBe('invited');
  });

  test('stays readable when the hall is closed, everybody left; is gone with the deleted hall', async ({
    hall,
    client,
    onTestFinished,
  }) => {
    const id = await openHall(client);
    const ada = await enterHall(client, id, onTestFinished);
    await eventually(async () => expect(await participantOf(client, id, ada)).toMatchObject({ status: 'joined' }));
    const { body: closed } = await client.post(`/v1/halls/${id}/close`);
    const { status, left_at } = await participantOf(client, id, ada);
    expect(status).toBe('left');
    // LiveKit may tell of it before Hall has written that the hall is closed.
    expect(Date.parse(left_at)).toBeLessThanOrEqual(Date.parse(closed.closed_at));
    await client.delete(`/v1/halls/${id}`);
    expect((await client.get(`/v1/halls/${id}/participants`)).body.code).toBe('hall_not_found');
    expect(await hall.database.query('select from presences where hall_id = $1', [id])).toEqual([]);
  });
});

test.concurrent('muting mutes every sound, at once', async ({ hall, client, onTestFinished }) => {
  const id = await openHall(client);
  const ada = await enterHall(client, id, onTestFinished);
  await eventually(async () => expect(await participantOf(client, id, ada)).toMatchObject({ status: 'joined' }));
  const track = await ada.call.speak();
  const tracks = async () => (await livekitOf(hall).getParticipant(id, ada.participant.id)).tracks;
  await eventually(async () => expect(await tracks()).toMatchObject([{ muted: false }]));
  expect(track.muted).toBe(false);
  const answer = await client.patch(`/v1/halls/${id}/participants/${ada.participant.id}`, { muted: true });
  expect(answer.status).toBe(200);
  expect(await tracks()).toMatchObject([{ muted: true }]);
  await eventually(() => expect(track.muted).toBe(true));
});

describe.concurrent('a role', () => {
  const permissionOf = async (hall: Parameters<typeof livekitOf>[0], id: string, participantId: string) => {
    const { permission, attributes } = await livekitOf(hall).getParticipant(id, participantId);
    return { canPublish: permission?.canPublish, role: attributes.role };
  };

  test('changes the live call at once', async ({ hall, client, onTestFinished }) => {
    const id = await openHall(client);
    const ada = await enterHall(client, id, onTestFinished);
    await eventually(async () => expect(await participantOf(client, id, ada)).toMatchObject({ status: 'joined' }));
    const path = `/v1/halls/${id}/participants/${ada.participant.id}`;
    const changed = await client.patch(path, { role: 'viewer' });
    expect([changed.status, changed.body.role]).toEqual([200, 'viewer']);
    expect(await permissionOf(hall, id, ada.participant.id)).toEqual({ canPublish: false, role: 'viewer' });
    await client.patch(path, { role: 'host' });
    expect(await permissionOf(hall, id, ada.participant.id)).toEqual({ canPublish: true, role: 'host' });
  });

  test('of somebody who is not inside yet is that of the entry, whatever the token says', async ({
    hall,
    client,
    onTestFinished,
  }) => {
    const id = await openHall(client);
    const ada = await invite(client, id, { role: 'host' });
    await client.patch(`/v1/halls/${id}/participants/${ada.participant.id}`, { role: 'viewer' });
    await joinCall(ada, onTestFinished);
    await eventually(async () =>
      expect(await permissionOf(hall, id, ada.participant.id)).toEqual({ canPublish: false, role: 'viewer' }),
    );
  });

  test('422 for what is no role, and for unmuting somebody', async ({ client }) => {
    const id = await openHall(client);
    const ada = await invite(client, id);
    for (const body of [{ role: 'king' }, { muted: false }, { name: 'x' }])
      expect((await client.patch(`/v1/halls/${id}/participants/${ada.participant.id}`, body)).status).toBe(422);
  });
});
