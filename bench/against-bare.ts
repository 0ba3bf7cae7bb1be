import type autocannon from 'autocannon';
import type { Figure } from './figure.ts';
import type { Ground } from './ground.ts';
import { hallsOf, holdSweep, type InsertedHall, insertHalls } from './insert-halls.ts';
import { connections, contest, requestsPerSecond, slice, warmUp } from './load.ts';
import { startServer } from './servers.ts';
import { insertTenants } from './tenants.ts';

const rounds = 7;
const secondsEach = 2;
/** Different requests in a round. */
const perRound = 3_200;

export type Comparison = {
  readonly name: 'get' | 'join';
  readonly unit: string;
  /** What the best peer reached, times five. */
  readonly atLeast: number;
  readonly toHall: (hall: InsertedHall) => autocannon.Request;
  readonly toBare: (hall: InsertedHall) => autocannon.Request;
};

/** Requests a second of Hall and of the bare server on the same database, with an open hall for each organisation. */
export const compareWithBare = async (
  stack: AsyncDisposableStack,
  ground: Ground,
  { name, unit, atLeast, toHall, toBare }: Comparison,
): Promise<Figure[]> => {
  const { url, pool } = await ground.database(`bench_${name}`);
  const tenants = await insertTenants(pool);
  await insertHalls(pool, tenants, 10 * tenants.length);
  await holdSweep(pool);
  const halls = await hallsOf(pool, tenants, 'open');
  const [hall, bare] = await Promise.all([
    startServer(stack, 'hall', ground, url),
    startServer(stack, 'bare', ground, url),
  ]);
  const load = (server: string, request: (hall: InsertedHall) => autocannon.Request) => (round: number) =>
    requestsPerSecond(server, secondsEach, slice(halls, round, perRound).map(request));
  await warmUp(hall.url, halls.map(toHall));
  await warmUp(bare.url, halls.map(toBare));
  const { ours, theirs, ratio } = await contest(rounds, load(hall.url, toHall), load(bare.url, toBare));
  return [
    { name: `${name}: Hall at ${connections} connections`, value: ours, unit, target: `at least ${atLeast}` },
    { name: `${name}: bare Fastify route at ${connections} connections`, value: theirs, unit },
    { name: `${name}: Hall ÷ bare Fastify route`, value: ratio, unit: '', target: 'at least 0.7' },
  ];
};
