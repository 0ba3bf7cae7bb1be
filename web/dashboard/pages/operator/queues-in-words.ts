import type { Answer } from '../../api/call.ts';
import { count, duration } from '../../kit/figures.tsx';

type Installation = Answer<'getInstallation'>;

export const recordersInWords = ({ able, capacity }: Installation['recorders']): string =>
  able === 0 ? 'none able' : `${count(able)} able, ${count(capacity)} ${capacity === 1 ? 'hall' : 'halls'} at once`;

export const recordingsInWords = ({ waiting, running, uploading }: Installation['recorders']): string =>
  `${count(running)} running, ${count(waiting)} waiting, ${count(uploading)} uploading`;

/** Something that is due and that no instance takes for seconds on end is the sign of trouble. */
export const webhooksInWords = ({ waiting, oldest_due_seconds: due }: Installation['webhooks']): string =>
  `${count(waiting)} waiting${due < 1 ? '' : `, due for ${duration(due)}`}`;
