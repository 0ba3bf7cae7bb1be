import { HallError } from '../errors.ts';
import { isId, newId } from '../ids.ts';
import type { MayRecord } from './may-record.ts';
import { presentRecording, type RecordingBody } from './present-recording.ts';
import type { RecordingStore } from './recording-store.ts';

/** `seed`, when given, makes a repeat of a broken-off request find the recording that the first one began. */
export type StartRecording = (
  organisationId: string,
  hallId: string,
  seed: string | undefined,
) => Promise<RecordingBody>;

/** Begins a recording of an open hall by hand. It ends when it is stopped, when the last person leaves, or with the hall. */
export const startRecording =
  (recordings: RecordingStore, mayRecord: MayRecord): StartRecording =>
  async (organisationId, hallId, seed) => {
    if (!isId('hall', hallId)) throw new HallError('hall_not_found');
    const id = seed === undefined ? newId('rec') : `rec_${seed}`;
    const refusal = await mayRecord(organisationId);
    if (refusal !== undefined) throw refusal;
    const begun = await recordings.begin(organisationId, hallId, id);
    if (begun === undefined) throw new HallError('hall_not_found');
    if (begun.recording !== null) return presentRecording(begun.recording);
    throw new HallError(begun.hall_status === 'open' ? 'recording_runs' : 'hall_closed');
  };
