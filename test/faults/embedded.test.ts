import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { childrenOf, isRunning, temporaryFolder } from '../../server/embedded/testing/processes.ts';
import type { Client, TestAnswer } from '../setup/client.ts';
import { eventually } from '../setup/eventually.ts';
import { embeddedEnvironment, type HallProcess, launchHall, type OnEnd } from '../setup/hall-process.ts';
import { timed } from './timed.ts';

/* Hall on one machine, with nothing configured but its ports and its data folder: its own PostgreSQL and LiveKit. */

vi.setConfig({ testTimeout: 120_000 });

const newGround = async (onEnd: OnEnd): Promise<Record<string, string>> =>
  embeddedEnvironment(await temporaryFolder(onEnd));

const start = async (environment: Record<string, string>, onEnd: OnEnd): Promise<HallProcess> => {
  const hall = await launchHall(environment, onEnd);
  await hall.ready();
  return hall;
};

/** The key that the first start prints. */
const firstKey = (hall: HallProcess): string => /hall_live_\w+/.exec(hall.out)?.[0] ?? '';

const created = async (client: Client): Promise<string> => {
  const answer = await client.post('/v1/halls', { name: 'Algebra' });
  expect(answer.status).toBe(201);
  return answer.body.id;
};

/** Whether LiveKit would let in whoever was answered so: it does not when the room is not there. */
const mayEnter = async ({ body }: TestAnswer): Promise<boolean> => {
  const url = `${body.server_url.replace(/^ws/, 'http')}/rtc/validate?access_token=${body.participant_token}`;
  const { status } = await fetch(url);
  return status === 200;
};

/** Hall's child that runs this program. Throws while there is none. */
const child = (hall: HallProcess, program: string): number => {
  const found = childrenOf(hall.pid).find(({ command }) => command.includes(program));
  if (found === undefined) throw new Error(`${program} is no child of Hall`);
  return found.pid;
};

/** Hall's children and theirs. */
const family = (hall: HallProcess): number[] =>
  childrenOf(hall.pid).flatMap(({ pid }) => [pid, ...childrenOf(pid).map((grandchild) => grandchild.pid)]);

describe.concurrent('ended', () => {
  test('killed with -9: no child stays, and the next start has all the data', async ({ onTestFinished }) => {
    const ground = await newGround(onTestFinished);
    const first = await start(ground, onTestFinished);
    const key = firstKey(first);
    const id = await created(first.client(`Bearer ${key}`));
    const children = family(first);
    expect(children.length).toBeGreaterThan(3);
    await first.kill();
    await eventually(() => expect(children.filter(isRunning)).toEqual([]), 10_000);

    const second = await start(ground, onTestFinished);
    expect(firstKey(second)).toBe('');
    const client = second.client(`Bearer ${key}`);
    expect((await client.get(`/v1/halls/${id}`)).body).toMatchObject({ name: 'Algebra', status: 'open' });
    // LiveKit began anew without the hall's room, and the sweep has it made again: in two of its rounds, and without
    // waiting until the lease of the one that was killed has run out.
    const joined = await client.post(`/v1/halls/${id}/join`);
    await eventually(async () => expect(await mayEnter(joined)).toBe(true), 12_000);
  });

  test('asked to stop during a call: it ends with its children, exit code 0', async ({ onTestFinished }) => {
    const hall = await start(await newGround(onTestFinished), onTestFinished);
    const client = hall.client(`Bearer ${firstKey(hall)}`);
    const { body } = await client.post(`/v1/halls/${await created(client)}/join`);
    const call = new WebSocket(`${body.server_url}/rtc?access_token=${body.participant_token}&protocol=15`);
    onTestFinished(() => call.close());
    await new Promise((resolve, reject) => {
      call.addEventListener('message', resolve);
      call.addEventListener('error', reject);
    });
    const children = family(hall);
    hall.signal('SIGTERM');
    const { answer, seconds } = await timed(hall.ended);
    expect(answer).toEqual({ code: 0, signal: null });
    expect(seconds).toBeLessThan(20);
    expect(children.filter(isRunning)).toEqual([]);
  });
});

describe('while it runs', () => {
  let ground: Record<string, string>;
  let hall: HallProcess;
  const undoing: (() => Promise<void>)[] = [];
  // What is given to `afterAll` while a hook runs is never called.
  const onEnd: OnEnd = (undo) => void undoing.unshift(undo);
  beforeAll(async () => {
    ground = await newGround(onEnd);
    hall = await start(ground, onEnd);
  }, 120_000);
  afterAll(async () => {
    for (const undo of undoing) await undo();
  });

  test('a second start on the same data folder is refused, and the first goes on', async ({ onTestFinished }) => {
    const others = await embeddedEnvironment(ground.DATA_DIR ?? '');
    const second = await launchHall({ ...others, LOG_LEVEL: 'silent' }, onTestFinished);
    expect(await second.ended).toEqual({ code: 1, signal: null });
    expect(second.err.trim()).toBe(
      `Hall is already running on the data folder ${ground.DATA_DIR} (process ${hall.pid}). ` +
        'Stop that one first, or set DATA_DIR to another folder to run a second Hall.',
    );
    await created(hall.client(`Bearer ${firstKey(hall)}`));
  });

  test('its LiveKit is killed: started again, and halls have their rooms again', async () => {
    const client = hall.client(`Bearer ${firstKey(hall)}`);
    const path = `/v1/halls/${await created(client)}`;
    const joined = await client.post(`${path}/join`);
    expect(await mayEnter(joined)).toBe(true);
    const livekit = child(hall, 'livekit');
    process.kill(livekit, 'SIGKILL');
    await eventually(() => expect(child(hall, 'livekit')).not.toBe(livekit));
    await eventually(async () => expect(await mayEnter(joined)).toBe(true));
    await eventually(async () => expect((await client.post(`${path}/join`)).status).toBe(200));
  });

  test('its PostgreSQL is killed: started again, and nothing is lost', async () => {
    const client = hall.client(`Bearer ${firstKey(hall)}`);
    const path = `/v1/halls/${await created(client)}`;
    const postgres = child(hall, 'bin/postgres');
    process.kill(postgres, 'SIGKILL');
    await eventually(() => expect(child(hall, 'bin/postgres')).not.toBe(postgres));
    await eventually(async () => expect((await hall.client().get('/readyz')).status).toBe(200));
    expect((await client.get(path)).body).toMatchObject({ name: 'Algebra', status: 'open' });
  });
});
