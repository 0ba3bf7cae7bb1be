import { randomUUID } from 'node:crypto';
import type { Figure } from './figure.ts';
import type { Ground } from './ground.ts';
import { callsPerSecond, connections, contest, contestOfCalls, warmUp } from './load.ts';
import { clearRooms, roomService } from './rooms.ts';
import { startServer } from './servers.ts';
import { insertTenants } from './tenants.ts';

const calls = 700;
const rounds = 7;
const millisecondsEach = 1_500;

/** A fetch for each call on both sides: LiveKit's SDK makes its calls so, and so does a client of Hall. */
export const createHall = async (url: string, key: string): Promise<void> => {
  const answer = await fetch(`${url}/v1/halls`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{"name":"Algebra II, Tuesday"}',
  });
  const text = await answer.text();
  if (answer.status !== 201) throw new Error(`POST /v1/halls was answered ${answer.status}: ${text}`);
};

/** POST /v1/halls beside LiveKit's CreateRoom, called directly with LiveKit's SDK on the same server. */
export const benchCreate = async (stack: AsyncDisposableStack, ground: Ground): Promise<Figure[]> => {
  const { url, pool } = await ground.database('bench_create');
  const tenants = await insertTenants(pool);
  const hall = await startServer(stack, 'hall', ground, url);
  await warmUp(
    hall.url,
    tenants.map(({ key }) => ({ path: '/v1/organisation', headers: { authorization: `Bearer ${key}` } })),
  );
  const rooms = roomService(ground.livekit);

  let turn = 0;
  const ours = (): Promise<void> => createHall(hall.url, tenants[turn++ % tenants.length]?.key ?? '');
  // With the settings that Hall gives its rooms.
  const theirs = (): Promise<unknown> =>
    rooms.createRoom({
      name: randomUUID(),
      maxParticipants: 1_000,
      emptyTimeout: 90_000,
      departureTimeout: 90_000,
      metadata: '{"made":"by the benchmark"}',
    });
  const inRounds = (call: () => Promise<unknown>) => async (): Promise<number> => {
    const speed = await callsPerSecond(millisecondsEach, call);
    await clearRooms(rooms, [pool]);
    return speed;
  };

  const single = await contestOfCalls(calls, ours, theirs);
  await clearRooms(rooms, [pool]);
  const parallel = await contest(rounds, inRounds(ours), inRounds(theirs));
  return [
    { name: 'create: Hall, p50 one at a time', value: single.ours, unit: 'ms' },
    { name: "create: LiveKit's SDK, p50 one at a time", value: single.theirs, unit: 'ms' },
    { name: "create: p50 of Hall ÷ p50 of LiveKit's SDK", value: single.ratio, unit: '', target: 'at most 1.5' },
    { name: `create: Hall, ${connections} in flight`, value: parallel.ours, unit: 'halls/s' },
    { name: `create: LiveKit's SDK, ${connections} in flight`, value: parallel.theirs, unit: 'rooms/s' },
    { name: "create: Hall's speed ÷ LiveKit's SDK's", value: parallel.ratio, unit: '', target: 'at least 0.5' },
  ];
};
