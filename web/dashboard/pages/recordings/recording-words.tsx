import type { Answer } from '../../api/call.ts';
import { Badge } from '../../kit/badge.tsx';

export type Recording = Answer<'getRecording'>;

const words: Readonly<Record<Recording['status'], readonly [string, 'good' | 'live' | 'warn' | 'danger' | 'plain']>> = {
  starting: ['Starting', 'warn'],
  recording: ['Recording', 'live'],
  uploading: ['Being stored', 'warn'],
  completed: ['Ready', 'good'],
  failed: ['Failed', 'danger'],
};

export function RecordingState({ recording }: { recording: Recording }) {
  const [label, tone] = words[recording.status];
  return <Badge tone={tone}>{label}</Badge>;
}

/** `3.4 MB`. */
export const bytes = (size: number): string => {
  const steps = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  const step = Math.min(Math.floor(Math.log10(Math.max(size, 1)) / 3), steps.length - 1);
  return new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit: steps[step] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(size / 1000 ** step);
};
