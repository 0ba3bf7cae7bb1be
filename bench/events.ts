import { createHash, randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { newId } from '../server/ids.ts';
import { signToken } from '../server/media/livekit-token.ts';
import type { Figure } from './figure.ts';
import type { Ground, LiveKitAddress } from './ground.ts';
import { hallsOf, holdSweep, insertHalls } from './insert-halls.ts';
import { callsPerSecond, connections, contest } from './load.ts';
import { startServer } from './servers.ts';
import { insertTenants } from './tenants.ts';

const rounds = 5;
const millisecondsEach = 2_000;
const guestsOfEach = 20;

/** A signed webhook about somebody who enters or leaves, as LiveKit sends it. */
const eventOf = (
  name: string,
  room: string,
  identity: string,
  session: string,
  { apiKey, apiSecret }: LiveKitAddress,
) => {
  const now = Date.now();
  const body = JSON.stringify({
    event: name,
    id: `EV_${randomUUID()}`,
    createdAt: String(Math.floor(now / 1000)),
    room: { sid: 'RM_bench', name: room },
    participant: { sid: session, identity, joinedAtMs: String(now), attributes: { role: 'participant' } },
  });
  const sha256 = createHash('sha256').update(body).digest('base64');
  const seconds = Math.floor(now / 1000);
  const authorization = signToken({ iss: apiKey, video: {}, sha256, nbf: seconds - 10, exp: seconds + 300 }, apiSecret);
  return { body, headers: { 'content-type': 'application/webhook+json', authorization } };
};

/** LiveKit's events taken in a second, each in a transaction of its own, beside plain inserts of one row into the same PostgreSQL. */
export const benchEvents = async (stack: AsyncDisposableStack, ground: Ground): Promise<Figure[]> => {
  const { url, pool } = await ground.database('bench_events');
  const tenants = await insertTenants(pool);
  await insertHalls(pool, tenants.slice(0, 100), 10_000);
  await holdSweep(pool);
  const halls = await hallsOf(pool, tenants.slice(0, 100), 'open');
  const guests = halls.flatMap((hall) =>
    Array.from({ length: guestsOfEach }, () => ({ ...hall, guest: newId('part') })),
  );
  await pool.query(
    `insert into participants (id, organisation_id, hall_id, role, status, metadata, token_expires_at)
     select id, org, hall, 'participant', 'invited', '{}', now() + interval '1 hour'
     from unnest($1::text[], $2::text[], $3::text[]) as given (id, org, hall)`,
    [guests.map(({ guest }) => guest), guests.map(({ organisationId }) => organisationId), guests.map(({ id }) => id)],
  );
  await pool.query('create table bare_events (id text primary key, received_at timestamptz not null default now())');
  const server = await startServer(stack, 'hall', ground, url);
  const client = new Pool(server.url, { connections });
  stack.defer(() => client.destroy());

  let turn = 0;
  const session = (cycle: number, guest: string): string => `PA_${cycle}_${guest}`;
  const ours = async (): Promise<void> => {
    const number = turn++;
    const one = guests[number % guests.length];
    if (one === undefined) throw new Error('nobody was invited');
    // Everybody enters, then everybody leaves, and so on.
    const pass = Math.floor(number / guests.length);
    const name = pass % 2 === 0 ? 'participant_joined' : 'participant_left';
    const event = eventOf(name, one.id, one.guest, session(pass >> 1, one.guest), ground.livekit);
    const answer = await client.request({ method: 'POST', path: '/media/events', ...event });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`an event was answered ${answer.statusCode}: ${text}`);
  };
  const theirs = (): Promise<unknown> => pool.query('insert into bare_events (id) values ($1)', [randomUUID()]);
  const {
    ours: events,
    theirs: inserts,
    ratio,
  } = await contest(
    rounds,
    () => callsPerSecond(millisecondsEach, ours),
    () => callsPerSecond(millisecondsEach, theirs),
  );
  return [
    { name: `events: taken in, ${connections} in flight`, value: events, unit: 'events/s' },
    { name: `events: bare inserts, ${connections} in flight`, value: inserts, unit: 'inserts/s' },
    { name: 'events ÷ bare inserts', value: ratio, unit: '' },
  ];
};
