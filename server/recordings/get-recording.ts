import { HallError } from '../errors.ts';
import { isId } from '../ids.ts';
import { presentRecording, type RecordingBody } from './present-recording.ts';
import type { RecordingRow, RecordingStore } from './recording-store.ts';

export type GetRecording = (organisationId: string, id: string) => Promise<RecordingBody>;

export const needRecording = async (
  recordings: Pick<RecordingStore, 'find'>,
  organisationId: string,
  id: string,
): Promise<RecordingRow> => {
  const row = isId('rec', id) ? await recordings.find(organisationId, id) : undefined;
  if (row === undefined) throw new HallError('recording_not_found');
  return row;
};

export const getRecording =
  (recordings: RecordingStore): GetRecording =>
  async (organisationId, id) =>
    presentRecording(await needRecording(recordings, organisationId, id));
