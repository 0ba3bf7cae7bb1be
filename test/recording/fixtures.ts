import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from 'vitest';
import { sealSecrets } from '../../server/organisations/storage/seal-secret.ts';
import { boxesIn } from '../../server/recorder/file/boxes.ts';
import { inspect, makeFragmented } from '../../server/recorder/file/testing/fragmented.ts';
import { sealWith } from '../../server/sealed.ts';
import type { StorageAccess } from '../../server/storage/bucket.ts';
import { type LiveHall, startLiveHall } from '../live/fixtures.ts';
import type { Client } from '../setup/client.ts';
import { eventually } from '../setup/eventually.ts';
import type { TestOrganisation } from '../setup/hall.ts';
import { type S3Server, s3OfFile } from '../setup/s3.ts';
import { scriptedCapture } from '../setup/scripted-capture.ts';
import { startTestRecorder, type TestRecorderSettings } from '../setup/test-recorder.ts';

export type OnEnd = (undo: () => Promise<void>) => void;

type Films = {
  /** Thirty seconds of a picture and a tone. */
  readonly plain: string;
  /** Of other pictures than `plain`: it cannot stand in the same file. */
  readonly other: string;
  /** Thirty seconds and more than thirty megabytes. */
  readonly large: string;
};

type Fixtures = {
  $file: { hall: LiveHall; s3: S3Server; films: Films };
  $test: { organisation: TestOrganisation; client: Client; spool: string };
};

export const setStorage = async (hall: LiveHall, organisationId: string, access: StorageAccess): Promise<void> => {
  const seal = sealSecrets(sealWith('a secret key that is only for tests'));
  await hall.database.query(
    `insert into storage_settings (organisation_id, endpoint, region, bucket, prefix, path_style, access_key_id, secret_access_key)
     values ($1, $2, $3, $4, 'films', $5, $6, $7)
     on conflict (organisation_id) do update set endpoint = excluded.endpoint, secret_access_key = excluded.secret_access_key`,
    [
      organisationId,
      access.endpoint,
      access.region,
      access.bucket,
      access.path_style,
      access.access_key_id,
      seal.close(organisationId, access.secret_access_key),
    ],
  );
};

/** A Hall with a LiveKit of its own, an S3 server, and an organisation that has a bucket there. */
export const test = base.extend<Fixtures>({
  hall: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs
    async ({}, use) => {
      const hall = await startLiveHall();
      await use(hall);
      await hall.stop();
    },
    { scope: 'file' },
  ],
  s3: [s3OfFile, { scope: 'file' }],
  films: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'hall-films-'));
      await use({
        plain: makeFragmented(folder, { seconds: 30 }),
        other: makeFragmented(folder, { seconds: 10, size: '640x360' }),
        large: makeFragmented(folder, { seconds: 30, noise: true }),
      });
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'file' },
  ],
  organisation: async ({ hall, s3 }, use) => {
    const organisation = await hall.organisation();
    await setStorage(hall, organisation.id, s3.access);
    await use(organisation);
  },
  client: async ({ organisation }, use) => use(organisation.client),
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs
  spool: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'hall-spool-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
});

/** A recorder in this process that plays films; stopped with the test at the latest. */
export const record = async (
  hall: LiveHall,
  spool: string,
  acts: Parameters<typeof scriptedCapture>[0],
  onEnd: OnEnd,
  settings: Partial<TestRecorderSettings> = {},
): Promise<{ capture: ReturnType<typeof scriptedCapture>; stop: () => Promise<void> }> => {
  const capture = scriptedCapture(acts);
  const end = await startTestRecorder({
    connection: hall.database.connection,
    livekit: hall.livekit,
    spool,
    startCapture: capture,
    ...settings,
  });
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopped ??= end();
    return stopped;
  };
  onEnd(stop);
  await eventually(async () => {
    const [row] = await hall.database.query<{ able: boolean }>(
      "select bool_or(is_able) as able from recorders where seen_at > now() - interval '5 seconds'",
    );
    expect(row?.able).toBe(true);
  });
  return { capture, stop };
};

/** The recordings of a hall, oldest first. */
export const recordingsOf = async (client: Client, hallId: string) =>
  (await client.get(`/v1/recordings?hall_id=${hallId}`)).body.data.reverse();

export const untilStatus = async (client: Client, hallId: string, ...statuses: string[]) => {
  await eventually(async () =>
    expect((await recordingsOf(client, hallId)).map((one: { status: string }) => one.status)).toEqual(statuses),
  );
  return recordingsOf(client, hallId);
};

/** Fetches a recording as a person would, and reads it. */
export const downloaded = async (client: Client, id: string, folder: string) => {
  const { status, body, text } = await client.get(`/v1/recordings/${id}/download`);
  if (status !== 200) throw new Error(`no download: ${status} ${text}`);
  const answer = await fetch(body.url);
  const bytes = Buffer.from(await answer.arrayBuffer());
  // What players that do not follow the index read: one box behind the other, none torn.
  const boxes = boxesIn(bytes, 0, bytes.length).map(({ type }) => type);
  expect(boxes.join(' ')).toMatch(/^ftyp moov free sidx( moof mdat)+$/);
  const file = join(folder, `${id}.mp4`);
  await writeFile(file, bytes);
  return { ...inspect(file), bytes: bytes.length, headers: answer.headers, posterUrl: body.poster_url };
};
