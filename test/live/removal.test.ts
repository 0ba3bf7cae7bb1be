import { afterAll, beforeAll, describe, expect, test as plain } from 'vitest';
import { eventually } from '../setup/eventually.ts';
import { joinCall } from '../setup/join-call.ts';
import {
  enterHall,
  insideOf,
  invite,
  type LiveHall,
  openHall,
  participantOf,
  startLiveHall,
  test,
} from './fixtures.ts';

/** How long a removed person who comes back may stay. */
const mostMilliseconds = 500;

const remove = (client: { delete(path: string): Promise<{ status: number }> }, id: string, participantId: string) =>
  client.delete(`/v1/halls/${id}/participants/${participantId}`);

describe.concurrent('somebody who is removed', () => {
  test('is out within a second, is listed as removed, and frees the seat', async ({ hall, client, onTestFinished }) => {
    const id = await openHall(client);
    const ada = await enterHall(client, id, onTestFinished);
    await eventually(async () => expect(await participantOf(client, id, ada)).toMatchObject({ status: 'joined' }));
    const since = performance.now();
    expect((await remove(client, id, ada.participant.id)).status).toBe(204);
    expect(await ada.call.ended).toBe('PARTICIPANT_REMOVED');
    expect(performance.now() - since).toBeLessThan(1_000);
    await eventually(async () =>
      expect(await participantOf(client, id, ada)).toMatchObject({ status: 'removed', left_at: expect.any(String) }),
    );
    await eventually(async () => expect((await client.get(`/v1/halls/${id}`)).body.participant_count).toBe(0));
    expect(await insideOf(hall, id)).toEqual([]);
    expect((await remove(client, id, ada.participant.id)).status).toBe(204);
  });

  test('who comes back with the same token is out again in no time, and never counts as inside', async ({
    hall,
    client,
    onTestFinished,
  }) => {
    const id = await openHall(client);
    const ada = await enterHall(client, id, onTestFinished);
    await eventually(async () => expect(await participantOf(client, id, ada)).toMatchObject({ status: 'joined' }));
    await remove(client, id, ada.participant.id);
    await ada.call.ended;
    for (let time = 0; time < 3; time += 1) {
      const again = await joinCall(ada, onTestFinished).catch(() => undefined);
      if (again === undefined) continue;
      const since = performance.now();
      expect(await again.ended).toBe('PARTICIPANT_REMOVED');
      expect(performance.now() - since).toBeLessThan(mostMilliseconds);
    }
    expect(await participantOf(client, id, ada)).toMatchObject({ status: 'removed' });
    expect((await client.get(`/v1/halls/${id}`)).body.participant_count).toBe(0);
    expect(await insideOf(hall, id)).toEqual([]);
    const [row] = await hall.database.query<{ stays: string }>(
      'select count(*) as stays from presences where participant_id = $1',
      [ada.participant.id],
    );
    expect(row?.stays).toBe('1');
  });

  test('is sent out by the sweep when nobody told that they came back', async ({ hall, client, onTestFinished }) => {
    const id = await openHall(client);
    const ada = await enterHall(client, id, onTestFinished);
    await eventually(async () => expect(await participantOf(client, id, ada)).toMatchObject({ status: 'joined' }));
    // As if the order to send them out had got lost.
    await hall.database.query("update participants set status = 'removed' where id = $1", [ada.participant.id]);
    expect(await ada.call.ended).toBe('PARTICIPANT_REMOVED');
  });

  test('was only invited: cannot enter; can be changed no more: 403', async ({ client, onTestFinished }) => {
    const id = await openHall(client);
    const ada = await invite(client, id);
    await remove(client, id, ada.participant.id);
    const { status, body } = await client.patch(`/v1/halls/${id}/participants/${ada.participant.id}`, { role: 'host' });
    expect([status, body.code]).toEqual([403, 'participant_removed']);
    const call = await joinCall(ada, onTestFinished).catch(() => undefined);
    if (call !== undefined) expect(await call.ended).toBe('PARTICIPANT_REMOVED');
  });
});

describe('where signalling passes through Hall', () => {
  let hall: LiveHall;
  beforeAll(async () => {
    hall = await startLiveHall({ ownLiveKit: 'embedded' });
  });
  afterAll(() => hall?.stop());

  plain(
    'who was removed is never inside again, not even for a moment; not after LiveKit’s restart either',
    async ({ onTestFinished }) => {
      const { client } = await hall.organisation();
      const id = await openHall(client);
      const [ada, grace] = [
        await enterHall(client, id, onTestFinished),
        await enterHall(client, id, onTestFinished, { name: 'Grace' }),
      ];
      await eventually(async () => expect(await participantOf(client, id, ada)).toMatchObject({ status: 'joined' }));
      await remove(client, id, ada.participant.id);
      await ada.call.ended;
      const refused = await fetch(
        `${ada.server_url.replace(/^ws/, 'http')}/rtc/validate?access_token=${ada.participant_token}`,
      );
      expect([refused.status, await refused.text()]).toEqual([403, 'removed from this hall']);
      await expect(joinCall(ada, onTestFinished)).rejects.toThrow();

      await hall.livekit.kill();
      await hall.livekit.start();
      await expect(joinCall(ada, onTestFinished)).rejects.toThrow();
      await eventually(async () => expect(await insideOf(hall, id)).toEqual([grace.participant.id]));
    },
  );
});
