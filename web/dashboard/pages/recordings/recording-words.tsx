import type { Answer } from '../../api/call.ts';
import { Badge } from '../../kit/badge.tsx';
import { duration } from '../../kit/figures.tsx';

export type Recording = Answer<'getRecording'>;
export type RecordingStatus = Recording['status'];

export const recordingStatuses = ['starting', 'recording', 'uploading', 'completed', 'failed'] as const;

export const statusNames: Readonly<Record<RecordingStatus, string>> = {
  starting: 'Starting',
  recording: 'Recording',
  uploading: 'Uploading',
  completed: 'Ready',
  failed: 'Failed',
};

const tones = { starting: 'warn', recording: 'live', uploading: 'warn', completed: 'good', failed: 'danger' } as const;

const whatIsDone: Readonly<Record<RecordingStatus, string | undefined>> = {
  starting: 'Waits for a recorder, or for its first second.',
  recording: undefined,
  uploading: 'Safe with the recorder, and on its way to your bucket.',
  completed: undefined,
  failed: 'Nothing is known of the reason.',
};

export const isRunning = ({ status }: Recording): boolean => status === 'starting' || status === 'recording';

/** Whether it is still to become something else by itself. */
export const isUnderWay = (recording: Recording): boolean => isRunning(recording) || recording.status === 'uploading';

/** The state, and below it what is being done or what is in the way. */
export function RecordingState({ recording }: { recording: Recording }) {
  const words = recording.failure ?? whatIsDone[recording.status];
  return (
    <div>
      <Badge tone={tones[recording.status]}>{statusNames[recording.status]}</Badge>
      {words !== undefined && <span className="table-sub">{words}</span>}
    </div>
  );
}

/** How long it plays; of one that runs, for how long it has. */
export const lengthOf = ({ status, started_at, duration_seconds }: Recording): string => {
  if (duration_seconds !== null) return duration(duration_seconds);
  if (status !== 'recording' || started_at === null) return '–';
  return `${duration(Math.max(0, (Date.now() - Date.parse(started_at)) / 1000))} so far`;
};
