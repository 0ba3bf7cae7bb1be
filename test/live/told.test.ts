import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { isId } from '../../server/ids.ts';
import { eventually } from '../setup/eventually.ts';
import { startHall } from '../setup/hall.ts';
import { mediaEvent, sendMediaEvent } from '../setup/media-event.ts';
import { enterHall, invite, type LiveHall, openHall, participantOf, test } from './fixtures.ts';

type Told = {
  id: string;
  type: string;
  sequence: number;
  data: { hall: { participant_count: number }; participant?: { id: string } };
};

/** What was told of a hall, in the order of its sequence, published or not. */
const toldOf = ({ database }: LiveHall, hallId: string): Promise<Told[]> =>
  database.query<Told>('select id, type, sequence, data from events where hall_id = $1 order by sequence', [hallId]);

const typesOf = async (hall: LiveHall, hallId: string): Promise<string[]> =>
  (await toldOf(hall, hallId)).map(({ type }) => type);

const expectNumbered = (told: readonly Told[]): void =>
  expect(told.map(({ sequence }) => sequence)).toEqual(told.map((_, index) => index + 1));

const tell = (hall: LiveHall, event: string, room: string, identity: string, session: string): Promise<number> =>
  sendMediaEvent(hall.url, mediaEvent({ event, room, identity, session }), hall.livekit);

/** Somebody is inside by LiveKit's word alone. */
const arrive = async (hall: LiveHall, hallId: string, participantId: string): Promise<string> => {
  const session = `PA_${randomUUID()}`;
  expect(await tell(hall, 'participant_joined', hallId, participantId, session)).toBe(200);
  return session;
};

describe.concurrent('what is told of a hall', () => {
  test('as the API shows hall and participant at that moment, numbered without a gap', async ({ hall, client }) => {
    const id = await openHall(client, { name: 'Algebra', external_id: 'lesson-1', metadata: { b: '1', a: 'ü"\\' } });
    const shown = async () => (await client.get(`/v1/halls/${id}`)).body;
    const ada = await invite(client, id, { name: 'Ada', user_id: 'u-1', metadata: { seat: '4' } });
    const session = `PA_${randomUUID()}`;
    const states: object[] = [{ hall: await shown() }];
    for (const event of ['participant_joined', 'participant_left']) {
      await tell(hall, event, id, ada.participant.id, session);
      states.push({ hall: await shown(), participant: await participantOf(client, id, ada) });
    }
    await client.post(`/v1/halls/${id}/close`);
    states.push({ hall: await shown() }, { hall: await shown() });
    await client.delete(`/v1/halls/${id}`);
    const told = await toldOf(hall, id);
    expect(told.map(({ type }) => type)).toEqual([
      'hall.created',
      'participant.joined',
      'participant.left',
      'hall.closed',
      'hall.deleted',
    ]);
    expect(told.map(({ data }) => data)).toEqual(states);
    expectNumbered(told);
    for (const one of told) expect([one.id, isId('evt', one.id)]).toEqual([one.id, true]);
  });

  test('somebody who enters and leaves is told of once each, also when LiveKit tells it twice', async ({
    hall,
    client,
    onTestFinished,
  }) => {
    const id = await openHall(client);
    const { call, participant } = await enterHall(client, id, onTestFinished);
    await eventually(async () => expect(await typesOf(hall, id)).toEqual(['hall.created', 'participant.joined']));
    const [stay] = await hall.database.query<{ session: string; at: number }>(
      'select session, extract(epoch from joined_at)::float * 1000 as at from presences where participant_id = $1',
      [participant.id],
    );
    const again = mediaEvent({
      event: 'participant_joined',
      room: id,
      identity: participant.id,
      session: stay?.session ?? '',
      at: stay?.at ?? 0,
    });
    for (let time = 0; time < 2; time += 1) expect(await sendMediaEvent(hall.url, again, hall.livekit)).toBe(200);
    await call.leave();
    const all = ['hall.created', 'participant.joined', 'participant.left'];
    await eventually(async () => expect(await typesOf(hall, id)).toEqual(all));
    for (let time = 0; time < 2; time += 1)
      await sendMediaEvent(hall.url, { ...again, event: 'participant_left', id: `EV_${id}` }, hall.livekit);
    expect(await typesOf(hall, id)).toEqual(all);
    expectNumbered(await toldOf(hall, id));
  });

  test.for(['close', 'delete'] as const)(
    '%s with people inside: they leave, then the hall closes',
    async (way, { hall, client }) => {
      const id = await openHall(client);
      const people = await Promise.all(['Ada', 'Bob', 'Cyd'].map((name) => invite(client, id, { name })));
      for (const { participant } of people) await arrive(hall, id, participant.id);
      if (way === 'close') await client.post(`/v1/halls/${id}/close`);
      else await client.delete(`/v1/halls/${id}`);
      const told = await toldOf(hall, id);
      expect(told.map(({ type }) => type)).toEqual([
        'hall.created',
        ...people.map(() => 'participant.joined'),
        ...people.map(() => 'participant.left'),
        'hall.closed',
        ...(way === 'delete' ? ['hall.deleted'] : []),
      ]);
      expectNumbered(told);
      for (const { data } of told.slice(4)) expect(data.hall).toMatchObject({ status: 'closed', participant_count: 0 });
      expect(told.slice(4, 7).map(({ data }) => data.participant)).toEqual(
        people.map(({ participant }) =>
          expect.objectContaining({ id: participant.id, status: 'left', left_at: expect.any(String) }),
        ),
      );
    },
  );

  test('somebody who is removed has left, told of once and as the API shows it', async ({ hall, client }) => {
    const id = await openHall(client);
    const ada = await invite(client, id);
    await arrive(hall, id, ada.participant.id);
    await client.delete(`/v1/halls/${id}/participants/${ada.participant.id}`);
    const told = await toldOf(hall, id);
    expect(told.map(({ type }) => type)).toEqual(['hall.created', 'participant.joined', 'participant.left']);
    expect(told[2]?.data.participant).toEqual(await participantOf(client, id, ada));
    expect(told[2]?.data.participant).toMatchObject({ status: 'removed', left_at: expect.any(String) });
  });

  test.for(['requested', 'empty', 'max_duration', 'plan'] as const)(
    'closed because of %s',
    async (reason, { hall, client }) => {
      const id = await openHall(client);
      const due = { empty: 'empties_at', max_duration: 'expires_at' } as const;
      if (reason === 'requested') await client.post(`/v1/halls/${id}/close`);
      else if (reason === 'plan')
        await hall.database.query(
          "update halls set status = 'closed', close_reason = 'plan', closed_at = now() where id = $1",
          [id],
        );
      else await hall.database.query(`update halls set ${due[reason]} = now() where id = $1`, [id]);
      await eventually(async () => expect(await typesOf(hall, id)).toEqual(['hall.created', 'hall.closed']));
      const [, closed] = await toldOf(hall, id);
      expect(closed?.data.hall).toEqual((await client.get(`/v1/halls/${id}`)).body);
      expect(closed?.data.hall).toMatchObject({ close_reason: reason });
    },
  );

  test('fifty arrive at once, and all of them leave at once: each told of, nothing blocks, no number missing', async ({
    hall,
    client,
  }) => {
    const id = await openHall(client, { max_participants: 60 });
    const people = await Promise.all(Array.from({ length: 50 }, () => invite(client, id)));
    const sessions = await Promise.all(people.map(({ participant }) => arrive(hall, id, participant.id)));
    await Promise.all(
      people.map(({ participant }, index) => tell(hall, 'participant_left', id, participant.id, sessions[index] ?? '')),
    );
    const told = await toldOf(hall, id);
    expectNumbered(told);
    const counts = told.map(({ type, data }) => [type, data.hall.participant_count]);
    expect(counts).toEqual([
      ['hall.created', 0],
      ...people.map((_, index) => ['participant.joined', index + 1]),
      ...people.map((_, index) => ['participant.left', 49 - index]),
    ]);
  });

  test('what changes nothing that is told of moves no number: names, roles, warnings, a second close', async ({
    hall,
    client,
  }) => {
    const id = await openHall(client);
    const ada = await invite(client, id);
    await client.patch(`/v1/halls/${id}`, { name: 'other', metadata: { a: 'b' } });
    await client.patch(`/v1/halls/${id}/participants/${ada.participant.id}`, { role: 'viewer' });
    await hall.database.query('update halls set warns_at = now() where id = $1', [id]);
    await client.post(`/v1/halls/${id}/close`);
    await client.post(`/v1/halls/${id}/close`);
    const told = await toldOf(hall, id);
    expect(told.map(({ type }) => type)).toEqual(['hall.created', 'hall.closed']);
    expectNumbered(told);
  });

  test('what is rolled back is told of by nothing', async ({ hall, client }) => {
    const id = await openHall(client);
    await hall.database
      .query(`do $$ begin
        update halls set status = 'closed', close_reason = 'requested', closed_at = now() where id = '${id}';
        raise 'not after all';
      end $$`)
      .catch(() => {});
    expect(await typesOf(hall, id)).toEqual(['hall.created']);
    expect((await client.get(`/v1/halls/${id}`)).body.status).toBe('open');
  });
});

test('a hall that could not be opened is told of by nothing', async ({ hall }) => {
  const { organisation, stop } = await startHall({
    database: hall.database,
    mediaOf: (livekit) => ({ ...livekit, createRoom: () => Promise.reject(new Error('no room')) }),
  });
  const { id, client } = await organisation();
  expect((await client.post('/v1/halls', {})).status).toBe(502);
  expect(await hall.database.query('select from events where organisation_id = $1', [id])).toEqual([]);
  await stop();
});
