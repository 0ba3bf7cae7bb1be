import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { startHall } from '../setup/hall.ts';
import { mediaEvent, type Signer, sendMediaEvent, signatureOf } from '../setup/media-event.ts';
import { invite, type LiveHall, openHall, participantOf, test } from './fixtures.ts';

const post = async (hall: LiveHall, body: string, headers: Record<string, string>) => {
  const answer = await hall.client().send('POST', '/media/events', body, {
    headers: { 'content-type': 'application/webhook+json', ...headers },
  });
  return [answer.status, answer.body?.code];
};

describe('POST /media/events', () => {
  test('401 unless LiveKit signed these very bytes, and nothing is taken in', async ({ hall, client }) => {
    const id = await openHall(client);
    const ada = await invite(client, id);
    const signer: Signer = hall.livekit;
    const body = JSON.stringify(
      mediaEvent({
        event: 'participant_joined',
        room: id,
        identity: ada.participant.id,
        session: `PA_${randomUUID()}`,
      }),
    );
    const good = signatureOf(body, signer);
    const [head = '', payload = ''] = good.split('.');
    const unsigned = Buffer.from('{"alg":"none"}').toString('base64url');
    const refused = [401, 'signature_invalid'];
    for (const [what, bytes, authorization] of [
      ['no signature', body, ''],
      ['another secret', body, signatureOf(body, { ...signer, apiSecret: 'x'.repeat(40) })],
      ['another key', body, signatureOf(body, { ...signer, apiKey: 'APIother' })],
      ['a byte more', `${body} `, good],
      ['a signature of another body', body, signatureOf('{}', signer)],
      ['no algorithm', body, `${unsigned}.${payload}.`],
      ['a cut signature', body, `${head}.${payload}.AAAA`],
      ['an old signature', body, signatureOf(body, signer, Date.now() / 1000 - 3_600)],
      ['a join token', body, ada.participant_token],
    ] as const) {
      expect([what, ...(await post(hall, bytes, { authorization }))]).toEqual([what, ...refused]);
    }
    expect((await participantOf(client, id, ada)).status).toBe('invited');
    expect(await post(hall, body, { authorization: good })).toEqual([200, undefined]);
    expect((await participantOf(client, id, ada)).status).toBe('joined');
  });

  test('200 for what is of no use: other events, rooms of others, people of others', async ({ hall, client }) => {
    const id = await openHall(client);
    const ada = await invite(client, id);
    const who = { room: id, identity: ada.participant.id, session: `PA_${randomUUID()}` };
    for (const event of [
      mediaEvent({ ...who, event: 'track_published' }),
      mediaEvent({ ...who, event: 'participant_joined', room: 'hall_01k9zq3v5c8r2m7d4t6w0x1y2z' }),
      mediaEvent({ ...who, event: 'participant_joined', room: 'a meeting of somebody else' }),
      mediaEvent({ ...who, event: 'participant_joined', identity: 'recorder' }),
      { event: 'room_started', id: 'EV_1', room: { name: id } },
      {},
    ])
      expect(await sendMediaEvent(hall.url, event, hall.livekit)).toBe(200);
    expect((await participantOf(client, id, ada)).status).toBe('invited');
  });

  test('503 while it cannot be stored, so that LiveKit sends it again; then it is taken in', async ({ hall }) => {
    const other = await startHall({ ownLiveKit: 'elsewhere' });
    try {
      const { client } = await other.organisation();
      const id = await openHall(client);
      const ada = await invite(client, id);
      const event = mediaEvent({
        event: 'participant_joined',
        room: id,
        identity: ada.participant.id,
        session: `PA_${randomUUID()}`,
      });
      await other.database.query('alter table media_events rename to elsewhere');
      expect(await sendMediaEvent(other.url, event, hall.livekit)).toBe(503);
      await other.database.query('alter table elsewhere rename to media_events');
      expect((await participantOf(client, id, ada)).status).toBe('invited');
      expect(await sendMediaEvent(other.url, event, hall.livekit)).toBe(200);
      expect((await participantOf(client, id, ada)).status).toBe('joined');
    } finally {
      await other.stop();
    }
  });
});

describe.concurrent('told wrongly', () => {
  /** A hall whose only teller is the test; nobody is really inside, so the sweep must not have looked meanwhile. */
  const tell = async (hall: LiveHall, client: Parameters<typeof openHall>[0]) => {
    const id = await openHall(client);
    const ada = await invite(client, id);
    const session = `PA_${randomUUID()}`;
    const event = (name: string, fields: { id?: string; at?: number; session?: string } = {}) =>
      mediaEvent({ event: name, room: id, identity: ada.participant.id, session, ...fields });
    const send = (made: object) => sendMediaEvent(hall.url, made, hall.livekit);
    return { id, event, send, now: () => participantOf(client, id, ada) };
  };

  test('the end of a stay before its beginning: it is over', async ({ hall, client }) => {
    const { id, event, send, now } = await tell(hall, client);
    await send(event('participant_left'));
    await send(event('participant_joined'));
    expect((await now()).status).toBe('left');
    expect((await client.get(`/v1/halls/${id}`)).body.participant_count).toBe(0);
  });

  test('the same event twice changes nothing the second time', async ({ hall, client }) => {
    const { event, send, now } = await tell(hall, client);
    const joined = event('participant_joined');
    await send(joined);
    const left = event('participant_left');
    await send(left);
    const before = await now();
    expect(await send(joined)).toBe(200);
    expect(await send(left)).toBe(200);
    expect(await now()).toEqual(before);
  });

  test('a beginning after the hall was closed: nobody is inside, and it stays closed', async ({ hall, client }) => {
    const { id, event, send, now } = await tell(hall, client);
    await client.post(`/v1/halls/${id}/close`);
    await send(event('participant_joined'));
    expect((await now()).status).toBe('invited');
    expect((await client.get(`/v1/halls/${id}`)).body).toMatchObject({ status: 'closed', participant_count: 0 });
  });
});
