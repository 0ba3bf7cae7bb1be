import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { leaseStore } from '../server/database/lease-store.ts';
import { openDatabase } from '../server/database/open-database.ts';
import { sweepHalls } from '../server/halls/sweep/sweep-halls.ts';
import { sweepStore } from '../server/halls/sweep/sweep-store.ts';
import { livekit } from '../server/media/livekit.ts';
import { type Figure, median } from './figure.ts';
import type { Ground } from './ground.ts';
import { insertHalls } from './insert-halls.ts';
import { insertTenants } from './tenants.ts';

const sizes = [1_000, 10_000, 100_000];
const roundsEach = 4;
const installationId = 'bench';

/**
 * Answers ListRooms with these rooms, as LiveKit writes them. A stand-in: a hundred thousand rooms would take some 18 GB in
 * LiveKit itself, whose own share is about 0.6 µs a room. Sending and reading the list is part of what is measured.
 */
const listOfRooms = async (stack: AsyncDisposableStack, names: readonly string[]): Promise<string> => {
  const metadata = JSON.stringify({ hall: installationId });
  const rooms = names.map((name) => ({
    sid: `RM_${name.slice(-12)}`,
    name,
    empty_timeout: 90_000,
    departure_timeout: 90_000,
    max_participants: 100,
    creation_time: '1795269111',
    creation_time_ms: '1795269111414',
    turn_password: '',
    enabled_codecs: [],
    metadata,
    num_participants: 0,
    num_publishers: 0,
    active_recording: false,
  }));
  const list = Buffer.from(JSON.stringify({ rooms }));
  const server = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    response.end(request.url?.endsWith('/ListRooms') === true ? list : '{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stack.defer(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const timeOf = async (stack: AsyncDisposableStack, ground: Ground, howMany: number): Promise<number> => {
  const { url, pool } = await ground.database(`bench_sweep_${howMany}`);
  const tenants = await insertTenants(pool);
  ground.report(`Inserting ${howMany.toLocaleString('en')} open halls among ten times as many`);
  await insertHalls(pool, tenants, howMany * 10);
  const { rows } = await pool.query<{ id: string }>("select id from halls where status = 'open'");
  const address = await listOfRooms(
    stack,
    rows.map(({ id }) => id),
  );
  const opened = openDatabase({ connectionString: url }, { poolSize: 4, onLost: () => {} });
  const media = livekit({ url: address, apiKey: 'k', apiSecret: 's', installationId, observe: () => {} });
  const times: number[] = [];
  const done = Promise.withResolvers<void>();
  const sweep = sweepHalls({
    sweeps: sweepStore(opened.database),
    leases: leaseStore(opened.database),
    media,
    reconcile: async () => [],
    holder: 'bench',
    onDone: (seconds) => {
      times.push(seconds * 1000);
      if (times.length > roundsEach) done.resolve();
    },
    onError: (_part, error) => done.reject(error),
  });
  await done.promise.finally(async () => {
    await sweep.stop();
    await media.close();
    await opened.close();
  });
  // The first one prepares statements and warms caches.
  return median(times.slice(1));
};

/** How long one sweep takes that finds everything in order, by the number of open halls; nine of ten halls are closed. */
export const benchSweep = async (stack: AsyncDisposableStack, ground: Ground): Promise<Figure[]> => {
  const times: number[] = [];
  for (const size of sizes) times.push(await timeOf(stack, ground, size));
  return [
    ...sizes.map((size, index) => ({
      name: `sweep: one round, ${size.toLocaleString('en')} open halls`,
      value: times[index] ?? 0,
      unit: 'ms',
    })),
    {
      name: 'sweep: a hall at 100,000 ÷ a hall at 1,000',
      value: (times[2] ?? 0) / 100 / (times[0] ?? 1),
      unit: '',
    },
  ];
};
