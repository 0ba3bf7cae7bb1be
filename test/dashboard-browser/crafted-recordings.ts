import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '../../server/ids.ts';
import { openBucket } from '../../server/storage/bucket.ts';
import type { TestHall } from '../setup/hall.ts';
import type { S3Server } from '../setup/s3.ts';

/** Twelve seconds of a picture and a tone, as browsers play and seek them. */
const film = async (): Promise<Buffer> => {
  const folder = await mkdtemp(join(tmpdir(), 'hall-film-'));
  const file = join(folder, 'film.mp4');
  execFileSync('ffmpeg', [
    ...['-loglevel', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=20', '-f', 'lavfi', '-i', 'sine'],
    ...[
      '-t',
      '12',
      '-c:v',
      'libx264',
      '-pix_fmt',
      'yuv420p',
      '-g',
      '20',
      '-preset',
      'ultrafast',
      '-c:a',
      'libopus',
      file,
    ],
  ]);
  return Promise.resolve(readFileSync(file)).finally(() => rm(folder, { recursive: true, force: true }));
};

type Crafted = {
  status: 'starting' | 'recording' | 'uploading' | 'completed' | 'failed';
  failure?: string;
  seconds?: number;
  bytes?: number;
  objectKey?: string;
  place?: object;
};

/** A recording as it lies in the database; gives its id. */
export const craftRecording = async (
  { database }: TestHall,
  organisationId: string,
  hallId: string,
  { status, failure, seconds, bytes, objectKey, place }: Crafted,
): Promise<string> => {
  const id = newId('rec');
  const ended = status === 'starting' || status === 'recording' ? null : new Date();
  await database.query(
    `insert into recordings (id, organisation_id, hall_id, status, started_at, stops_at, ended_at, duration_seconds, size_bytes,
       width, height, object_key, failure, place, recorder_id, leased_until)
     values ($1, $2, $3, $4, $5, $6, $6, $7, $8, 640, 360, $9, $10, $11, null, now() + interval '1 hour')`,
    [
      ...[id, organisationId, hallId, status, status === 'starting' ? null : new Date(Date.now() - 90_000), ended],
      ...[
        seconds ?? null,
        bytes ?? null,
        objectKey ?? null,
        failure ?? null,
        place === undefined ? null : JSON.stringify(place),
      ],
    ],
  );
  return id;
};

/** A completed recording whose object is in the bucket. */
export const craftFilm = async (hall: TestHall, organisationId: string, hallId: string, s3: S3Server) => {
  const bytes = await film();
  const objectKey = `films/${hallId}/${newId('rec')}.mp4`;
  const { endpoint, region, bucket, path_style } = s3.access;
  const opened = openBucket(s3.access);
  await opened.put(objectKey, bytes, 'video/mp4').finally(() => opened.close());
  const place = { endpoint, region, bucket, path_style };
  const id = await craftRecording(hall, organisationId, hallId, {
    ...{ status: 'completed', seconds: 12, bytes: bytes.length, objectKey, place },
  });
  return { id, objectKey };
};
