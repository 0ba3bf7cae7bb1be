import type { RecordingStatus } from '../database/tables.ts';

/*
 *   starting ──first piece in the spool──▶ recording ──wanted no more, or the machine is away──▶ uploading ──size checked──▶ completed
 *      │                                       │                                                     │ ▲
 *      └── nothing came ──▶ failed ◀── nothing left ─────────────────── machine away for a day ──────┘ │
 *                             └──────────────────────── the machine came back ─────────────────────────┘
 */

export type { RecordingStatus };

/** What can happen to a recording. */
export type RecordingFact =
  /** The first piece is in the spool. */
  | 'captured'
  /** Nobody wants it to go on, or it cannot, and there is material. */
  | 'ended'
  /** Nobody wants it to go on, or it cannot, and there is none. */
  | 'ended_empty'
  /** The machine that holds the material does not answer. */
  | 'recorder_away'
  /** It has not for so long that nobody waits any more. */
  | 'recorder_lost'
  /** It came back all the same. */
  | 'recorder_back'
  /** The object is in the bucket, and has the size that it should. */
  | 'checked';

const transitions: Readonly<Record<RecordingStatus, Partial<Record<RecordingFact, RecordingStatus>>>> = {
  starting: { captured: 'recording', ended_empty: 'failed' },
  recording: { ended: 'uploading', ended_empty: 'failed', recorder_away: 'uploading' },
  uploading: { checked: 'completed', recorder_lost: 'failed', ended_empty: 'failed' },
  failed: { recorder_back: 'uploading' },
  completed: {},
};

/** The state after a fact; undefined where the fact means nothing, and the state stays. */
export const after = (status: RecordingStatus, fact: RecordingFact): RecordingStatus | undefined =>
  transitions[status][fact];

/** The states that a fact leads out of, and where to: what an update of a row may find and what it writes. */
export const leadingTo = (fact: RecordingFact): { from: RecordingStatus; to: RecordingStatus }[] =>
  (Object.keys(transitions) as RecordingStatus[]).flatMap((from) => {
    const to = after(from, fact);
    return to === undefined ? [] : [{ from, to }];
  });

/** A recording and who holds it, as far as it matters for what is to be done about it. Times in seconds from now; past ones are negative. */
export type Standing = {
  readonly status: RecordingStatus;
  /** Whether somebody wants it to go on. */
  readonly isWanted: boolean;
  /** When the lease of the recorder that has its spool ends; null when no recorder has taken it. */
  readonly leasedFor: number | null;
};

/** A recorder that was killed is started again within seconds, and goes on with what it has. */
export const awaySeconds = 30;
export const lostSeconds = 86_400;

export type Settlement =
  | { readonly do: 'nothing' }
  /** Back to those that no recorder has taken. */
  | { readonly do: 'give free' }
  /** `next`: another recorder goes on with the hall, in a recording of its own. */
  | { readonly do: 'settle'; readonly fact: RecordingFact; readonly next: boolean; readonly failure: string };

const nothing: Settlement = { do: 'nothing' };
const awayFailure =
  'The recorder that holds the material does not answer. It is uploaded as soon as the recorder is back.';
const lostFailure = 'The recorder that holds the material has not come back. Should it, the material is uploaded.';
const unmannedFailure = 'No recorder was free to record while somebody was in the hall.';

/** What is to be done about a recording that no process may be at work on. */
export const settlementOf = ({ status, isWanted, leasedFor }: Standing): Settlement => {
  const isAway = leasedFor !== null && leasedFor < -awaySeconds;
  switch (status) {
    case 'starting':
      if (leasedFor === null || isAway)
        return isWanted
          ? isAway
            ? { do: 'give free' }
            : nothing
          : { do: 'settle', fact: 'ended_empty', next: false, failure: unmannedFailure };
      return nothing;
    case 'recording':
      return isAway ? { do: 'settle', fact: 'recorder_away', next: isWanted, failure: awayFailure } : nothing;
    case 'uploading':
      return leasedFor !== null && leasedFor < -lostSeconds
        ? { do: 'settle', fact: 'recorder_lost', next: false, failure: lostFailure }
        : nothing;
    default:
      return nothing;
  }
};
