import { Pool } from 'undici';
import type { Figure } from './figure.ts';
import type { Ground } from './ground.ts';
import { hallsOf, holdSweep, insertHalls } from './insert-halls.ts';
import { contestOfCalls } from './load.ts';
import { clearRooms, roomService } from './rooms.ts';
import { startServer } from './servers.ts';
import { insertTenants } from './tenants.ts';

const calls = 750;

type Operation = 'create' | 'get' | 'list' | 'join';
const operations: readonly Operation[] = ['create', 'get', 'list', 'join'];

/** A Hall whose database holds so many halls, 100 of each organisation that has any, a tenth of them open. */
const furnish = async (stack: AsyncDisposableStack, ground: Ground, howMany: number) => {
  const { url, pool } = await ground.database(`bench_flat_${howMany}`);
  const tenants = await insertTenants(pool);
  // The small one has few organisations to ask for, so each is asked more often than a plan allows.
  await pool.query('update organisations set limit_requests = 100000, limit_create = 100000, limit_join = 100000');
  const owners = tenants.slice(0, howMany / 100);
  ground.report(`Inserting ${howMany.toLocaleString('en')} halls`);
  await insertHalls(pool, owners, howMany);
  await holdSweep(pool);
  // From all over the table: the newest of each organisation and the oldest alike.
  const asked = owners.filter((_, index) => index % Math.ceil(owners.length / 1_000) === 0);
  const open = await hallsOf(pool, asked, 'open');
  const closed = await hallsOf(pool, asked, 'closed');
  const server = await startServer(stack, 'hall', ground, url);
  const client = new Pool(server.url, { connections: 4 });
  stack.defer(() => client.destroy());

  const request = async (path: string, key: string, body?: string): Promise<void> => {
    const answer = await client.request({
      method: body === undefined ? 'GET' : 'POST',
      path,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body ?? null,
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${path} was answered ${answer.statusCode}: ${text}`);
  };
  const run =
    (operation: Operation) =>
    (number: number): Promise<void> => {
      const one = open[number % open.length];
      const old = closed[number % closed.length];
      if (one === undefined || old === undefined) throw new Error('there are no halls to ask for');
      if (operation === 'create') return request('/v1/halls', one.key, '{"name":"Algebra II, Tuesday"}');
      if (operation === 'get') return request(`/v1/halls/${old.id}`, old.key);
      if (operation === 'list') return request('/v1/halls', one.key);
      return request(`/v1/halls/${one.id}/join`, one.key, '{"name":"Ada"}');
    };
  // An unknown key costs a look-up the first time. That is so in both, but with more keys it is more often.
  for (const { key } of asked) await request('/v1/organisation', key);
  return { pool, run };
};

/** How much longer each operation takes with a million halls than with a thousand: p50, one request at a time. */
export const benchFlat = async (stack: AsyncDisposableStack, ground: Ground): Promise<Figure[]> => {
  const large = await furnish(stack, ground, 1_000_000);
  const small = await furnish(stack, ground, 1_000);
  const figures: Figure[] = [];
  for (const operation of operations) {
    const { ours, theirs, ratio } = await contestOfCalls(calls, large.run(operation), small.run(operation));
    figures.push(
      { name: `flat: ${operation}, p50 with 1,000,000 halls`, value: ours, unit: 'ms' },
      { name: `flat: ${operation}, p50 with 1,000 halls`, value: theirs, unit: 'ms' },
      { name: `flat: ${operation}, 1,000,000 ÷ 1,000`, value: ratio, unit: '', target: 'at most 1.2' },
    );
  }
  await clearRooms(roomService(ground.livekit), [large.pool, small.pool]);
  return figures;
};
