import { HallError } from '../errors.ts';
import type { OpenBucket } from '../storage/bucket.ts';
import { bucketOf, type ReachAccess } from './download-recording.ts';
import { needRecording } from './get-recording.ts';
import type { RecordingRow, RecordingStore } from './recording-store.ts';

export type DeleteRecording = (organisationId: string, id: string) => Promise<void>;

/**
 * Deletes object and row. The object goes first: when the storage cannot be reached the answer is 502 and nothing has changed.
 * One that is not completed is gone for the API at once; its recorder stops and removes what it holds (server/recorder).
 */
export const deleteRecording = (
  recordings: RecordingStore,
  storage: { reach: ReachAccess; openBucket: OpenBucket },
): DeleteRecording => {
  const deleteObjects = async (organisationId: string, row: RecordingRow): Promise<void> => {
    const bucket = await bucketOf(storage, organisationId, row);
    if (bucket === undefined) throw new HallError('storage_not_configured');
    try {
      for (const key of [row.object_key, row.poster_key]) if (key !== null) await bucket.delete(key);
    } catch (error) {
      throw new HallError('storage_unavailable', { cause: error });
    } finally {
      bucket.close();
    }
  };
  return async (organisationId, id) => {
    const row = await needRecording(recordings, organisationId, id);
    if (row.status === 'completed') await deleteObjects(organisationId, row);
    const isDeleted =
      (await recordings.remove(organisationId, id)) || (await recordings.markDeleted(organisationId, id));
    if (!isDeleted) throw new HallError('recording_not_found');
  };
};
