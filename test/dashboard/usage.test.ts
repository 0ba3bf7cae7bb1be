import { describe, expect } from 'vitest';
import { firstIdAt } from '../../server/ids.ts';
import { recordingStore } from '../../server/recordings/recording-store.ts';
import { countRequests } from '../../server/usage/count-requests.ts';
import { eventually } from '../setup/eventually.ts';
import { startHall, type TestHall } from '../setup/hall.ts';
import { newMember, onDatabase, test } from './fixtures.ts';

let made = 0;

type Stay = [from: string, until: string | null];

/** A hall of this day with these stays in it, as it lies in the database long after. */
const craftHall = async (
  { database }: TestHall,
  organisationId: string,
  at: string,
  stays: Stay[],
  status = 'closed',
): Promise<void> => {
  made += 1;
  const hallId = firstIdAt('hall', new Date(at)).slice(0, -4) + String(made).padStart(4, '0');
  await database.query(
    `insert into halls (id, organisation_id, status, record, max_participants, empty_timeout_seconds, max_duration_seconds, metadata, created_at, expires_at)
     values ($1, $2, $3, false, 9, 600, 86400, '{}', $4, $4)`,
    [hallId, organisationId, status, at],
  );
  for (const [place, [from, until]] of stays.entries()) {
    const participantId = `part_${made}_${place}_${organisationId}`;
    await database.query(
      `insert into participants (id, organisation_id, hall_id, role, status, metadata, token_expires_at)
       values ($1, $2, $3, 'host', 'left', '{}', now())`,
      [participantId, organisationId, hallId],
    );
    await database.query(
      'insert into presences (session, participant_id, hall_id, joined_at, left_at) values ($1, $1, $2, $3, $4)',
      [participantId, hallId, from, until],
    );
  }
};

const nothing = { recorded_minutes: 0, refused_requests: 0, refused_create: 0, refused_join: 0 };

test('minutes are counted by day of UTC, over midnight for both, deleted halls too, others’ never', async ({
  hall,
  organisation,
}) => {
  const stranger = await hall.organisation();
  await craftHall(hall, organisation.id, '2026-03-10T22:00:00Z', [
    ['2026-03-10T22:00:00Z', '2026-03-10T22:30:00Z'],
    ['2026-03-10T23:50:00Z', '2026-03-11T00:20:30Z'],
  ]);
  await craftHall(hall, organisation.id, '2026-03-11T10:00:00+02:00', [
    ['2026-03-11T09:00:00Z', '2026-03-11T09:01:00Z'],
    ['2026-03-11T09:00:00Z', '2026-03-11T09:01:00Z'],
  ]);
  await craftHall(
    hall,
    organisation.id,
    '2026-03-11T12:00:00Z',
    [['2026-03-11T12:00:00Z', '2026-03-11T12:10:00Z']],
    'deleted',
  );
  await craftHall(hall, organisation.id, '2026-03-11T13:00:00Z', [], 'discarded');
  await craftHall(hall, organisation.id, '2026-02-28T23:00:00Z', [['2026-02-28T23:00:00Z', '2026-03-01T01:00:00Z']]);
  await craftHall(hall, stranger.id, '2026-03-10T22:00:00Z', [['2026-03-10T22:00:00Z', '2026-03-10T22:30:00Z']]);
  await hall.database.query(
    `insert into usage_counts (organisation_id, day, what, count) values
     ($1, '2026-03-10', 'requests', 1000), ($1, '2026-03-11', 'requests', 7), ($1, '2026-03-11', 'refused_join', 3),
     ($2, '2026-03-11', 'requests', 5)`,
    [organisation.id, stranger.id],
  );
  const { browser: page } = await newMember(hall, organisation.id, 'viewer');
  const own = page.inside(organisation.id);
  expect((await own.get('/usage?from=2026-03-09&until=2026-03-11')).body.data).toEqual([
    { period: '2026-03-09', participant_minutes: 0, halls: 0, requests: 0, ...nothing },
    { period: '2026-03-10', participant_minutes: 40, halls: 1, requests: 1000, ...nothing },
    { period: '2026-03-11', participant_minutes: 32.5, halls: 2, requests: 7, ...nothing, refused_join: 3 },
  ]);
  expect((await own.get('/usage?from=2026-02-01&until=2026-03-31&by=month')).body.data).toMatchObject([
    { period: '2026-02', participant_minutes: 60, halls: 1, requests: 0 },
    { period: '2026-03', participant_minutes: 132.5, halls: 3, requests: 1007 },
  ]);
  const file = await own.get('/usage.csv?from=2026-03-10&until=2026-03-11');
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="usage.csv"');
  expect(file.text).toBe(
    'period,participant_minutes,recorded_minutes,halls,requests,refused_requests,refused_create,refused_join\r\n' +
      '2026-03-10,40,0,1,1000,0,0,0\r\n2026-03-11,32.5,0,2,7,0,0,3\r\n',
  );
});

/** A completed recording that began at this time, in a hall of the same day. */
const craftRecording = async (
  hall: TestHall,
  organisationId: string,
  at: string,
  seconds: number,
  status = 'completed',
) => {
  await craftHall(hall, organisationId, at, []);
  const id = firstIdAt('rec', new Date(at)).slice(0, -4) + String(made).padStart(4, '0');
  await hall.database.query(
    `insert into recordings (id, organisation_id, hall_id, status, started_at, stops_at, duration_seconds)
     select $1, organisation_id, id, $3, $4, $4, $5 from halls where organisation_id = $2 order by id desc limit 1`,
    [id, organisationId, status, at, seconds],
  );
  return id;
};

test('recorded minutes count for the day on which they began, deleted recordings too, failed ones not', async ({
  hall,
  organisation,
}) => {
  const stranger = await hall.organisation();
  await craftRecording(hall, organisation.id, '2026-04-10T23:59:00Z', 600.4);
  const deleted = await craftRecording(hall, organisation.id, '2026-04-11T08:00:00Z', 90);
  await craftRecording(hall, organisation.id, '2026-04-11T09:00:00Z', 30);
  await craftRecording(hall, organisation.id, '2026-04-11T10:00:00Z', 60, 'failed');
  await craftRecording(hall, stranger.id, '2026-04-11T10:00:00Z', 60);
  const { browser: page } = await newMember(hall, organisation.id, 'viewer');
  const recorded = async () => {
    const { data } = (await page.inside(organisation.id).get('/usage?from=2026-04-10&until=2026-04-12')).body;
    return data.map((day: { recorded_minutes: number }) => day.recorded_minutes);
  };
  expect(await recorded()).toEqual([10, 2, 0]);
  const remove = (id: string) => onDatabase(hall, (database) => recordingStore(database).remove(organisation.id, id));
  expect([await remove(deleted), await remove(deleted)]).toEqual([true, false]);
  expect(await recorded()).toEqual([10, 2, 0]);
});

test('a stay that goes on counts until now', async ({ hall, organisation }) => {
  const now = Date.now();
  const today = new Date(now).toISOString().slice(0, 10);
  const from = new Date(Math.max(now - 600_000, Date.parse(today))).toISOString();
  await craftHall(hall, organisation.id, from, [[from, null]]);
  const { browser: page } = await newMember(hall, organisation.id, 'viewer');
  const { data } = (await page.inside(organisation.id).get('/usage')).body;
  expect(data).toHaveLength(30);
  const expected = (Date.now() - Date.parse(from)) / 60_000;
  expect(data.at(-1)).toMatchObject({ period: today, halls: 1 });
  expect(Math.abs(data.at(-1).participant_minutes - expected)).toBeLessThan(0.2);
});

test.for([
  'from=2026-02-30',
  'from=x',
  'from=2026-03-02&until=2026-03-01',
  'from=2020-01-01&until=2026-01-01',
  'by=year',
])('%s is malformed', async (query, { hall, organisation }) => {
  const { browser: page } = await newMember(hall, organisation.id, 'viewer');
  const answer = await page.inside(organisation.id).get(`/usage?${query}`);
  expect([answer.status, answer.body.code]).toEqual([400, 'malformed_parameter']);
});

describe('requests', () => {
  test('with keys are counted by what became of them, and added up when Hall stops', async ({ hall }) => {
    const second = await startHall({ database: hall.database });
    const { id, client } = await second.organisation({ limit_requests: 3 });
    const { browser: page } = await newMember(hall, id, 'viewer');
    for (let time = 1; time <= 5; time += 1) await client.get('/v1/halls');
    await page.inside(id).get('/halls');
    await second.stop();
    const { data } = (await page.inside(id).get('/usage')).body;
    expect(data.at(-1)).toMatchObject({ requests: 3, refused_requests: 2, refused_create: 0 });
  });

  test('that could not be written down are kept for the next round', async () => {
    const written: unknown[] = [];
    let away = true;
    const add = async (rows: readonly unknown[]) => {
      if (away) throw new Error('away');
      written.push(...rows);
    };
    const clock = { time: Date.parse('2026-03-10T23:59:59Z'), now: () => clock.time };
    const counted = countRequests({ add }, clock, () => {});
    counted.count('org_a', undefined);
    await expect(counted.tick()).rejects.toThrow('away');
    counted.count('org_a', undefined);
    clock.time += 1_000;
    counted.count('org_a', 'join');
    away = false;
    await counted.stop();
    expect(written).toEqual([
      { organisationId: 'org_a', day: '2026-03-10', what: 'requests', count: 2 },
      { organisationId: 'org_a', day: '2026-03-11', what: 'refused_join', count: 1 },
    ]);
    await eventually(() => counted.tick());
    expect(written).toHaveLength(2);
  });
});
