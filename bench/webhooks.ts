import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { Pool } from 'undici';
import { newId } from '../server/ids.ts';
import { signRequest } from '../server/webhooks/delivery/sign-request.ts';
import { newSecret } from '../server/webhooks/endpoints/webhook-secret.ts';
import { type Figure, median } from './figure.ts';
import type { Ground } from './ground.ts';
import { holdSweep } from './insert-halls.ts';
import { contest } from './load.ts';
import { startServer } from './servers.ts';
import { insertTenants, type Tenant } from './tenants.ts';
import { insertEvents, makeEndpoints, receiverAt, type WebhookReceiver } from './webhook-ground.ts';

const rounds = 5;
const deliveriesEach = 10_000;
/** Hall has no more quick attempts in flight than this, and the bare loop has as many. */
const inFlight = 128;
const hangingEndpoints = 500;
const waitingForEach = 20;
const steadyRounds = 3;
const steadySeconds = 6;
const steadyPerSecond = 200;

const now = (): number => performance.timeOrigin + performance.now();

const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

/** Deliveries a second from the commit of their events to the last one's arrival: publishing, queueing, sending and noting. */
const drain = async (pool: pg.Pool, tenants: readonly Tenant[], receiver: WebhookReceiver): Promise<number> => {
  await receiver.forget();
  const owners = Array.from(
    { length: deliveriesEach },
    (_, index) => tenants[index % tenants.length]?.organisationId ?? '',
  );
  await insertEvents(pool, owners);
  const began = now();
  await receiver.count(deliveriesEach);
  return (deliveriesEach * 1_000) / (now() - began);
};

/** The same signed POSTs by a loop that does nothing else. */
const bareLoop = async (receiver: WebhookReceiver, client: Pool, body: string): Promise<number> => {
  await receiver.forget();
  const headers = signRequest(newId('evt'), body, [new Webhook(newSecret())], Date.now());
  let left = deliveriesEach;
  const began = now();
  const send = async (): Promise<void> => {
    while (left-- > 0) await (await client.request({ method: 'POST', path: '/quick', headers, body })).body.dump();
  };
  await Promise.all(Array.from({ length: inFlight }, send));
  return (deliveriesEach * 1_000) / (now() - began);
};

/** Milliseconds from the beginning of each change to its delivery's first byte, under a steady load on random endpoints. */
const steady = async (
  pool: pg.Pool,
  owners: readonly string[],
  receiver: WebhookReceiver,
  measured: ReadonlySet<string>,
) => {
  await receiver.forget();
  const sent = new Map<string, number>();
  const inserts: Promise<unknown>[] = [];
  const began = performance.now();
  for (let turn = 0; turn < steadySeconds * steadyPerSecond; turn += 1) {
    const owner = owners[Math.floor(Math.random() * owners.length)] ?? '';
    const at = now();
    inserts.push(
      insertEvents(pool, [owner]).then(([id]) => {
        if (measured.has(owner)) sent.set(id ?? '', at);
      }),
    );
    const ahead = began + ((turn + 1) * 1_000) / steadyPerSecond - performance.now();
    if (ahead > 0) await sleep(ahead);
  }
  await Promise.all(inserts);
  for (;;) {
    const times = await receiver.times();
    const taken = [...sent].map(([id, at]) => (times.get(id) ?? Number.NaN) - at);
    if (!taken.some(Number.isNaN)) return taken;
    await sleep(50);
  }
};

const steadyP99 = async (...given: Parameters<typeof steady>): Promise<{ p50: number; p99: number }> => {
  const all: { p50: number; p99: number }[] = [];
  for (let round = 0; round < steadyRounds; round += 1) {
    const times = await steady(...given);
    all.push({ p50: percentile(times, 0.5), p99: percentile(times, 0.99) });
  }
  return { p50: median(all.map(({ p50 }) => p50)), p99: median(all.map(({ p99 }) => p99)) };
};

export const benchWebhooks = async (stack: AsyncDisposableStack, ground: Ground): Promise<Figure[]> => {
  const { url, pool } = await ground.database('bench_webhooks');
  const tenants = await insertTenants(pool);
  await holdSweep(pool);
  const receiver = receiverAt((await startServer(stack, 'webhook-receiver', ground, url)).url);
  const allowed = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true' };
  const hall = await startServer(stack, 'hall', ground, url, allowed);
  ground.report('Making 10,000 endpoints');
  await makeEndpoints(hall.url, tenants, `${receiver.url}/quick`);
  await pool.query('analyze');

  const client = new Pool(receiver.url, { connections: inFlight });
  stack.defer(() => client.destroy());
  await drain(pool, tenants.slice(0, 100), receiver);
  const [row] = (await pool.query<{ body: string }>('select data::text as body from events limit 1')).rows;
  await pool.query('analyze');
  const speed = await contest(
    rounds,
    () => drain(pool, tenants.slice(0, 100), receiver),
    () => bareLoop(receiver, client, row?.body ?? ''),
  );

  const owners = tenants.map(({ organisationId }) => organisationId);
  const hanging = owners.slice(0, hangingEndpoints);
  const others = new Set(owners.slice(hangingEndpoints));
  const without = await steadyP99(pool, owners, receiver, others);
  await pool.query('update webhooks set url = $1 where organisation_id = any($2)', [`${receiver.url}/hang`, hanging]);
  for (let turn = 0; turn < waitingForEach; turn += 1) await insertEvents(pool, hanging);
  const during = await steadyP99(pool, owners, receiver, others);

  return [
    { name: 'webhooks: deliveries', value: speed.ours, unit: 'deliveries/s' },
    { name: `webhooks: bare undici loop, ${inFlight} in flight`, value: speed.theirs, unit: 'POSTs/s' },
    { name: 'webhooks ÷ bare undici loop', value: speed.ratio, unit: '', target: 'at least 0.3' },
    { name: `webhooks: change to first byte, p50 at ${steadyPerSecond}/s`, value: without.p50, unit: 'ms' },
    { name: `webhooks: change to first byte, p99 at ${steadyPerSecond}/s`, value: without.p99, unit: 'ms' },
    { name: 'webhooks: p50 while 500 of 10,000 endpoints hang', value: during.p50, unit: 'ms' },
    { name: 'webhooks: p99 while 500 of 10,000 endpoints hang', value: during.p99, unit: 'ms' },
    { name: 'webhooks: p99 while 500 hang ÷ without', value: during.p99 / without.p99, unit: '', target: 'at most 2' },
  ];
};
