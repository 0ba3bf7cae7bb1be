import { type Static, Type } from 'typebox';
import { Choice, Nullable, Time } from '../schemas.ts';
import type { RecordingRow } from './recording-store.ts';

export const recordingStatuses = ['starting', 'recording', 'uploading', 'completed', 'failed'] as const;

export const RecordingParams = Type.Object({
  id: Type.String({ description: "The recording's id.", examples: ['rec_01k9zq3v5c8r2m7d4t6w0x1y2z'] }),
});

export const Recording = Type.Object(
  {
    id: Type.String(),
    hall_id: Type.String(),
    status: Choice(recordingStatuses, {
      description:
        'starting: waits for a recorder or for its first second. recording. uploading: what was recorded is safe with the recorder and on its way to the bucket. ' +
        'completed: the object is there and its size was checked. failed: see failure.',
    }),
    started_at: Nullable(Time('When recording began.')),
    ended_at: Nullable(Time('When it ended.')),
    duration_seconds: Nullable(Type.Integer({ minimum: 0, description: 'How long it plays.' })),
    size_bytes: Nullable(Type.Integer({ minimum: 0 })),
    width: Nullable(Type.Integer({ minimum: 0 })),
    height: Nullable(Type.Integer({ minimum: 0 })),
    format: Choice(['mp4']),
    object_key: Nullable(Type.String({ description: 'Where it is in your bucket.' })),
    failure: Nullable(
      Type.String({ description: 'What went wrong; while uploading, what is in the way at this moment.' }),
    ),
  },
  {
    examples: [
      {
        id: 'rec_01k9zq3v5c8r2m7d4t6w0x1y2z',
        hall_id: 'hall_01k9zq3v5c8r2m7d4t6w0x1y2z',
        status: 'completed',
        started_at: '2026-11-21T09:00:00.000Z',
        ended_at: '2026-11-21T09:30:00.000Z',
        duration_seconds: 1800,
        size_bytes: 337500000,
        width: 1280,
        height: 720,
        format: 'mp4',
        object_key: 'hall_01k9zq3v5c8r2m7d4t6w0x1y2z/rec_01k9zq3v5c8r2m7d4t6w0x1y2z.mp4',
        failure: null,
      },
    ],
  },
);

export type RecordingBody = Static<typeof Recording>;

export const presentRecording = (row: RecordingRow): RecordingBody => ({
  id: row.id,
  hall_id: row.hall_id,
  status: row.status,
  started_at: row.started_at?.toISOString() ?? null,
  ended_at: row.ended_at?.toISOString() ?? null,
  duration_seconds: row.duration_seconds === null ? null : Math.round(row.duration_seconds),
  size_bytes: row.size_bytes === null ? null : Number(row.size_bytes),
  width: row.width,
  height: row.height,
  format: 'mp4',
  object_key: row.object_key,
  failure: row.failure,
});
