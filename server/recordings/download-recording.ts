import { HallError } from '../errors.ts';
import type { Bucket, OpenBucket, StorageAccess } from '../storage/bucket.ts';
import { needRecording } from './get-recording.ts';
import type { RecordingRow, RecordingStore } from './recording-store.ts';

export type Download = { url: string; expires_at: string; poster_url: string | null };
export type DownloadRecording = (
  organisationId: string,
  id: string,
  options: { ttl_seconds?: number },
) => Promise<Download>;

export type ReachAccess = (organisationId: string) => Promise<StorageAccess | undefined>;

const defaultSeconds = 3_600;

/** The bucket where a recording's object is: with the settings' key, at the place that they named when it was uploaded. */
export const bucketOf = async (
  { reach, openBucket }: { reach: ReachAccess; openBucket: OpenBucket },
  organisationId: string,
  { place }: Pick<RecordingRow, 'place'>,
): Promise<Bucket | undefined> => {
  const access = await reach(organisationId);
  return access === undefined ? undefined : openBucket({ ...access, ...place });
};

/** `2026-11-21 09-00 hall_….mp4`: what a person recognises in a folder of downloads. */
const fileNameOf = ({ started_at, hall_id }: RecordingRow, suffix: string): string =>
  `${(started_at ?? new Date(0)).toISOString().slice(0, 16).replace('T', ' ').replace(':', '-')} ${hall_id}.${suffix}`;

/** URLs with which anybody may fetch the recording and its poster from the bucket until they expire. */
export const downloadRecording =
  (recordings: RecordingStore, storage: { reach: ReachAccess; openBucket: OpenBucket }): DownloadRecording =>
  async (organisationId, id, { ttl_seconds: seconds = defaultSeconds }) => {
    const row = await needRecording(recordings, organisationId, id);
    if (row.status !== 'completed' || row.object_key === null)
      throw new HallError('recording_not_ready', { values: { status: row.status } });
    const bucket = await bucketOf(storage, organisationId, row);
    if (bucket === undefined) throw new HallError('storage_not_configured');
    try {
      const expiresAt = new Date(Date.now() + seconds * 1_000);
      const sign = (key: string, contentType: string, suffix: string) =>
        bucket.presign(key, { seconds, contentType, fileName: fileNameOf(row, suffix) });
      return {
        url: await sign(row.object_key, 'video/mp4', 'mp4'),
        expires_at: expiresAt.toISOString(),
        poster_url: row.poster_key === null ? null : await sign(row.poster_key, 'image/jpeg', 'jpg'),
      };
    } finally {
      bucket.close();
    }
  };
