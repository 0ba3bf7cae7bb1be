import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Client } from '../setup/client.ts';
import { eventually } from '../setup/eventually.ts';
import { type InCall, joinCall } from '../setup/join-call.ts';
import { type Invited, insideOf, invite, type LiveHall, openHall, startLiveHall } from './fixtures.ts';

/**
 * LiveKit's events through a bad network: what becomes of each is drawn from the seed. They are answered at once, so that
 * LiveKit does not put right what is to be wrong here.
 */
const badNetwork = async (seed: number) => {
  const draw = fc.sample(fc.integer({ min: 0, max: 99 }), { seed, numRuns: 2_000 });
  let next = 0;
  const underWay = new Set<Promise<unknown>>();
  const seen = { dropped: 0, doubled: 0, delayed: 0, passed: 0 };
  let target = '';
  const pass = (body: Buffer, headers: Record<string, string>, milliseconds: number): void => {
    const passing = sleep(milliseconds).then(() => fetch(target, { method: 'POST', headers, body }).catch(() => {}));
    underWay.add(passing);
    void passing.finally(() => underWay.delete(passing));
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      response.end('{}');
      const { authorization = '', 'content-type': type = '' } = request.headers;
      const headers = { authorization, 'content-type': type };
      const body = Buffer.concat(parts);
      const chance = draw[next++ % draw.length] ?? 0;
      if (chance < 25) seen.dropped += 1;
      else if (chance < 50) {
        seen.doubled += 1;
        pass(body, headers, 0);
        pass(body, headers, chance * 20);
      } else if (chance < 75) {
        // Each by another time, so they come in another order too.
        seen.delayed += 1;
        pass(body, headers, (chance - 50) * 60);
      } else {
        seen.passed += 1;
        pass(body, headers, 0);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    seen,
    via: (to: string): string => {
      target = to;
      return url;
    },
    /** Resolves when nothing is on its way any more. */
    quiet: async (): Promise<void> => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};

type Guest = { invited: Invited; call: InCall | undefined; isRemoved: boolean };
type Gathering = { id: string; guests: Guest[]; isClosed: boolean };

const step = fc.record({
  hall: fc.nat({ max: 2 }),
  guest: fc.nat({ max: 2 }),
  act: fc.oneof(
    { weight: 6, arbitrary: fc.constant('enter' as const) },
    { weight: 5, arbitrary: fc.constant('leave' as const) },
    { weight: 1, arbitrary: fc.constant('remove' as const) },
    { weight: 1, arbitrary: fc.constant('close' as const) },
  ),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const play = async (
  client: Client,
  halls: Gathering[],
  { hall, guest, act }: Step,
  onEnd: (undo: () => Promise<void>) => void,
) => {
  const gathering = halls[hall];
  const who = gathering?.guests[guest];
  if (gathering === undefined || who === undefined || gathering.isClosed) return;
  const path = `/v1/halls/${gathering.id}`;
  switch (act) {
    case 'enter':
      if (who.call?.isIn !== true && !who.isRemoved) who.call = await joinCall(who.invited, onEnd);
      return;
    case 'leave':
      if (who.call?.isIn === true) await who.call.leave();
      return;
    case 'remove':
      expect((await client.delete(`${path}/participants/${who.invited.participant.id}`)).status).toBe(204);
      who.isRemoved = true;
      if (who.call?.isIn === true) await who.call.ended;
      return;
    case 'close':
      expect((await client.post(`${path}/close`)).status).toBe(200);
      gathering.isClosed = true;
  }
};

/** What must be so at any moment, whatever has been lost or is still on its way. */
const expectSane = async ({ database }: LiveHall): Promise<void> => {
  const [row] = await database.query(`
    select
      (select count(*)::integer from halls where participant_count < 0) as negative,
      (select count(*)::integer from participants p join halls h on h.id = p.hall_id
        where h.status <> 'open' and p.status = 'joined') as "insideClosed",
      (select count(*)::integer from presences p join halls h on h.id = p.hall_id
        where h.status <> 'open' and p.left_at is null) as "endlessInClosed",
      (select count(*)::integer from halls h where status = 'open' and participant_count <>
        (select count(*) from participants p where p.hall_id = h.id and p.status = 'joined')) as miscounted`);
  expect(row).toEqual({ negative: 0, insideClosed: 0, endlessInClosed: 0, miscounted: 0 });
};

type Told = { type: string; sequence: number; who: string | null; status: string | null };

/** What was told of a hall is one story: each joins before they leave, nothing twice, no number missing, and its end is what is so. */
const expectStory = async ({ database }: LiveHall, hallId: string, isClosed: boolean): Promise<void> => {
  const told = await database.query<Told>(
    `select type, sequence, data->'participant'->>'id' as who, data->'participant'->>'status' as status
     from events where hall_id = $1 order by sequence`,
    [hallId],
  );
  expect(told.map(({ sequence }) => sequence)).toEqual(told.map((_, index) => index + 1));
  expect(told[0]?.type).toBe('hall.created');
  expect(told.filter(({ type }) => type === 'hall.closed')).toHaveLength(isClosed ? 1 : 0);
  if (isClosed) expect(told.at(-1)?.type).toBe('hall.closed');
  const participants = await database.query<{ id: string; status: string }>(
    'select id, status from participants where hall_id = $1',
    [hallId],
  );
  for (const { id, status } of participants) {
    const own = told.filter(({ who }) => who === id).map(({ type }) => type);
    expect(own).toEqual(own.map((_, index) => (index % 2 === 0 ? 'participant.joined' : 'participant.left')));
    expect(own.at(-1) === 'participant.joined').toBe(status === 'joined');
  }
};

test('events dropped, doubled, delayed and shuffled: no impossible state on the way, and the truth in the end', {
  timeout: 180_000,
}, async ({ onTestFinished }) => {
  const seed = Number(process.env.STORM_SEED ?? Date.now() % 1_000_000);
  const network = await badNetwork(seed);
  onTestFinished(() => network.stop());
  const hall = await startLiveHall({ eventsVia: network.via });
  onTestFinished(() => hall.stop());
  const { id: organisationId, client } = await hall.organisation();
  const halls: Gathering[] = [];
  for (let index = 0; index < 3; index += 1) {
    const id = await openHall(client);
    const guests: Guest[] = [];
    for (let one = 0; one < 3; one += 1)
      guests.push({ invited: await invite(client, id), call: undefined, isRemoved: false });
    halls.push({ id, guests, isClosed: false });
  }

  const steps = fc.sample(step, { seed, numRuns: 60 });
  for (const [index, one] of steps.entries()) {
    await play(client, halls, one, onTestFinished);
    if (index % 10 === 9) await expectSane(hall);
  }
  await network.quiet();

  const truth = await Promise.all(
    halls.map(async ({ id, isClosed }) => (isClosed ? [] : (await insideOf(hall, id)).sort())),
  );
  const told = async () =>
    Promise.all(
      halls.map(async ({ id }) => {
        const { body } = await client.get(`/v1/halls/${id}/participants?status=joined`);
        return body.data.map((one: { id: string }) => one.id).sort();
      }),
    );
  await eventually(async () => expect({ seed, told: await told() }).toEqual({ seed, told: truth }), 60_000);
  await expectSane(hall);
  for (const { id, isClosed, guests } of halls) {
    const { body } = await client.get(`/v1/halls/${id}`);
    expect([seed, body.status]).toEqual([seed, isClosed ? 'closed' : 'open']);
    await expectStory(hall, id, isClosed);
    for (const { invited } of guests.filter((guest) => guest.isRemoved)) {
      const { body: participant } = await client.get(`/v1/halls/${id}/participants/${invited.participant.id}`);
      expect([seed, participant.status]).toEqual([seed, 'removed']);
    }
  }
  const [books] = await hall.database.query('select open_halls from organisations where id = $1', [organisationId]);
  expect(books).toEqual({ open_halls: halls.filter(({ isClosed }) => !isClosed).length });
  // The network was bad indeed.
  expect(network.seen.dropped + network.seen.doubled + network.seen.delayed).toBeGreaterThan(0);
});
