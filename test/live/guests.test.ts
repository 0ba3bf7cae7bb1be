import { describe, expect } from 'vitest';
import { signToken } from '../../server/media/livekit-token.ts';
import { eventually } from '../setup/eventually.ts';
import { enterHall, type Invited, invite, type LiveHall, openHall, participantOf, test } from './fixtures.ts';

const asGuest = (hall: LiveHall, { participant_token: token }: Pick<Invited, 'participant_token'>) =>
  hall.client(`Bearer ${token}`);

/** The same token, signed anew so that it ran out a second ago. */
const expired = (hall: LiveHall, { participant_token: token }: Invited): { participant_token: string } => {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const ranOut = { ...claims, exp: Math.floor(Date.now() / 1000) - 1 };
  return { participant_token: signToken(ranOut, hall.livekit.apiSecret) };
};

describe.concurrent('GET /room/v1/hall', () => {
  test('200: what the page shows before somebody enters', async ({ hall, organisation: { id: org, client } }) => {
    await hall.database.query(
      "update organisations set logo_url = 'https://x.test/l.png', colour = '#336699' where id = $1",
      [org],
    );
    const id = await openHall(client, { name: 'Algebra', max_participants: 3 });
    const ada = await invite(client, id, { name: 'Ada', role: 'host' });
    const { status, body } = await asGuest(hall, ada).get('/room/v1/hall');
    expect([status, body]).toEqual([
      200,
      {
        hall: {
          id,
          name: 'Algebra',
          status: 'open',
          max_participants: 3,
          participant_count: 0,
          expires_at: expect.any(String),
        },
        organisation: { name: 'Test', logo_url: 'https://x.test/l.png', colour: '#336699' },
        participant: ada.participant,
        server_url: ada.server_url,
        now: expect.stringMatching(/Z$/),
      },
    ]);
  });

  test('401 for no token, an API key, a token of another secret; 404 once the hall is deleted', async ({
    hall,
    organisation: { client, key },
  }) => {
    const id = await openHall(client);
    const ada = await invite(client, id);
    const forged = signToken(
      JSON.parse(Buffer.from(ada.participant_token.split('.')[1] ?? '', 'base64url').toString()),
      'x'.repeat(40),
    );
    for (const authorization of [undefined, `Bearer ${key}`, `Bearer ${forged}`, 'Basic x']) {
      const { status, body } = await hall.client(authorization).get('/room/v1/hall');
      expect([authorization, status, body.code]).toEqual([authorization, 401, 'token_invalid']);
    }
    await client.delete(`/v1/halls/${id}`);
    expect((await asGuest(hall, ada).get('/room/v1/hall')).body.code).toBe('hall_not_found');
  });

  test('403: closed, removed, full', async ({ hall, client, onTestFinished }) => {
    const id = await openHall(client, { max_participants: 1 });
    const [ada, bob] = [await invite(client, id), await invite(client, id)];
    await client.delete(`/v1/halls/${id}/participants/${bob.participant.id}`);
    const code = async (who: Invited) => (await asGuest(hall, who).get('/room/v1/hall')).body.code;
    expect(await code(bob)).toBe('participant_removed');
    const inside = await enterHall(client, id, onTestFinished);
    await eventually(async () => expect(await code(ada)).toBe('hall_full'));
    expect((await asGuest(hall, inside).get('/room/v1/hall')).status).toBe(200);
    await client.post(`/v1/halls/${id}/close`);
    expect(await code(ada)).toBe('hall_closed');
  });

  test('an expired token: 401, but for somebody who is of the call; they get a fresh one', async ({
    hall,
    client,
    onTestFinished,
  }) => {
    const id = await openHall(client);
    const [ada, bob] = [await enterHall(client, id, onTestFinished, { role: 'host' }), await invite(client, id)];
    await eventually(async () => expect((await participantOf(client, id, ada)).status).toBe('joined'));
    const [old, outside] = [asGuest(hall, expired(hall, ada)), asGuest(hall, expired(hall, bob))];
    expect((await outside.get('/room/v1/hall')).body.code).toBe('token_expired');
    expect((await outside.post('/room/v1/token')).body.code).toBe('token_expired');
    expect((await asGuest(hall, bob).post('/room/v1/token')).body.code).toBe('token_expired');
    expect((await old.get('/room/v1/hall')).status).toBe(200);
    const fresh = await old.post('/room/v1/token');
    expect([fresh.status, fresh.body.server_url]).toEqual([200, ada.server_url]);
    await ada.call.leave();
    // Of the call for two minutes more: a connection that broke is taken up again.
    await eventually(async () => expect((await participantOf(client, id, ada)).status).toBe('left'));
    expect((await old.get('/room/v1/hall')).status).toBe(200);
    await hall.database.query("update participants set left_at = now() - interval '3 minutes' where id = $1", [
      ada.participant.id,
    ]);
    expect((await old.get('/room/v1/hall')).body.code).toBe('token_expired');
    expect((await asGuest(hall, fresh.body).get('/room/v1/hall')).status).toBe(200);
  });
});

describe.concurrent('a host', () => {
  test('mutes, changes roles, removes, ends the hall, in the own hall alone', async ({
    hall,
    client,
    onTestFinished,
  }) => {
    const id = await openHall(client);
    const other = await openHall(client);
    const host = asGuest(hall, await invite(client, id, { role: 'host' }));
    const ada = await enterHall(client, id, onTestFinished);
    const elsewhere = await invite(client, other);
    await eventually(async () => expect((await participantOf(client, id, ada)).status).toBe('joined'));
    const path = `/room/v1/participants/${ada.participant.id}`;
    expect((await host.patch(path, { muted: true, role: 'viewer' })).body).toMatchObject({ role: 'viewer' });
    expect((await host.patch(`/room/v1/participants/${elsewhere.participant.id}`, { role: 'viewer' })).status).toBe(
      404,
    );
    expect((await host.delete(`/room/v1/participants/${elsewhere.participant.id}`)).status).toBe(404);
    expect((await host.delete(path)).status).toBe(204);
    expect(await ada.call.ended).toBe('PARTICIPANT_REMOVED');
    expect((await host.post('/room/v1/hall/close')).body).toMatchObject({
      status: 'closed',
      close_reason: 'requested',
    });
    expect((await client.get(`/v1/halls/${other}`)).body.status).toBe('open');
  });

  test('others may not: 403 and nothing changes; who was a host may not any more', async ({ hall, client }) => {
    const id = await openHall(client);
    const ada = await invite(client, id);
    const former = await invite(client, id, { role: 'host' });
    await client.patch(`/v1/halls/${id}/participants/${former.participant.id}`, { role: 'participant' });
    for (const who of [await invite(client, id), await invite(client, id, { role: 'viewer' }), former]) {
      const guest = asGuest(hall, who);
      const path = `/room/v1/participants/${ada.participant.id}`;
      for (const answer of [
        await guest.patch(path, { role: 'host' }),
        await guest.patch(`/room/v1/participants/${who.participant.id}`, { role: 'host' }),
        await guest.delete(path),
        await guest.post('/room/v1/hall/close'),
      ])
        expect([answer.status, answer.body.code]).toEqual([403, 'host_only']);
    }
    expect(await participantOf(client, id, ada)).toEqual(ada.participant);
    expect((await client.get(`/v1/halls/${id}`)).body.status).toBe('open');
  });

  test('a join token opens nothing of the API, and an API key nothing of the room', async ({ hall, organisation }) => {
    const id = await openHall(organisation.client);
    const host = asGuest(hall, await invite(organisation.client, id, { role: 'host' }));
    expect((await host.get('/v1/halls')).body.code).toBe('key_invalid');
    expect((await organisation.client.post('/room/v1/hall/close')).body.code).toBe('token_invalid');
  });
});
