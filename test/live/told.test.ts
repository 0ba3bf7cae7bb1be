import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { isId } from '../../server/ids.ts';
import { eventually } from '../setup/eventually.ts';
import { mediaEvent, sendMediaEvent } from '../setup/media-event.ts';
import { enterHall, invite, type LiveHall, openHall, participantOf, test } from './fixtures.ts';

type Told = { id: string; type: string; sequence: number; data: { hall: object; participant?: { id: string } } };

/** What was told of a hall, in the order of its sequence, published or not. */
const toldOf = ({ database }: LiveHall, hallId: string): Promise<Told[]> =>
  database.query<Told>('select id, type, sequence, data from events where hall_id = $1 order by sequence', [hallId]);

const typesOf = async (hall: LiveHall, hallId: string): Promise<string[]> =>
  (await toldOf(hall, hallId)).map(({ type }) => type);

const expectNumbered = (told: readonly Told[]): void =>
  expect(told.map(({ sequence }) => sequence)).toEqual(told.map((_, index) => index + 1));

describe.concurrent('what is told of a hall', () => {
  test('as the API shows hall and participant at that moment, numbered without a gap', async ({ hall, client }) => {
    const id = await openHall(client, { name: 'Algebra', external_id: 'lesson-1', metadata: { b: '1', a: 'ü"\\' } });
    const shown = async () => (await client.get(`/v1/halls/${id}`)).body;
    const ada = await invite(client, id, { name: 'Ada', user_id: 'u-1', metadata: { seat: '4' } });
    const session = `PA_${randomUUID()}`;
    const tell = (event: string) =>
      sendMediaEvent(hall.url, mediaEvent({ event, room: id, identity: ada.participant.id, session }), hall.livekit);
    const states: object[] = [{ hall: await shown() }];
    for (const event of ['participant_joined', 'participant_left']) {
      await tell(event);
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

  test('somebody who enters and leaves is told of once each', async ({ hall, client, onTestFinished }) => {
    const id = await openHall(client);
    const { call } = await enterHall(client, id, onTestFinished);
    await eventually(async () => expect(await typesOf(hall, id)).toEqual(['hall.created', 'participant.joined']));
    await call.leave();
    await eventually(async () =>
      expect(await typesOf(hall, id)).toEqual(['hall.created', 'participant.joined', 'participant.left']),
    );
    expectNumbered(await toldOf(hall, id));
  });
});
