import { HallError } from '../errors.ts';
import { needRecording } from './get-recording.ts';
import { presentRecording, type RecordingBody } from './present-recording.ts';
import type { RecordingStore } from './recording-store.ts';

export type StopRecording = (organisationId: string, id: string) => Promise<RecordingBody>;
export type StopHallRecording = (organisationId: string, hallId: string) => Promise<RecordingBody>;

/** Ends a recording; the recorder hears of it within a second. Stopping one that has ended is no error. */
export const stopRecording =
  (recordings: RecordingStore): StopRecording =>
  async (organisationId, id) => {
    await needRecording(recordings, organisationId, id);
    const row = await recordings.stop(organisationId, id);
    if (row === undefined) throw new HallError('recording_not_found');
    return presentRecording(row);
  };

/** Ends the recording that runs in a hall, as a host does who knows no recording's id. */
export const stopHallRecording =
  (recordings: RecordingStore): StopHallRecording =>
  async (organisationId, hallId) => {
    const id = await recordings.findRunning(organisationId, hallId);
    if (id === undefined) throw new HallError('recording_not_found');
    return stopRecording(recordings)(organisationId, id);
  };
