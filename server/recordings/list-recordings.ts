import { type Paged, readPage } from '../cursor.ts';
import { presentRecording, type RecordingBody } from './present-recording.ts';
import type { RecordingStatus } from './recording-states.ts';
import type { RecordingStore } from './recording-store.ts';

export type ListRecordings = (
  organisationId: string,
  filter: { hall_id?: string; status?: RecordingStatus; limit?: number; cursor?: string },
) => Promise<Paged<RecordingBody>>;

/** A page of the organisation's recordings, newest first; those of deleted halls too. */
export const listRecordings =
  (recordings: RecordingStore): ListRecordings =>
  (organisationId, { hall_id: hallId, status, ...page }) =>
    readPage(
      'rec',
      page,
      (beforeId, most) => recordings.list(organisationId, { hallId, status, beforeId }, most),
      presentRecording,
    );
