import type { RecordingStatus } from '../../database/tables.ts';
import type { Egress, EgressState } from '../../media/livekit-egress.ts';

/*
 * A recording in the hands of LiveKit Egress. What Hall wrote is compared with what LiveKit tells, one step at a time:
 *
 *   nothing asked ──▶ ask ──▶ starting ──▶ active: begin ──▶ nobody wants it: stop ──▶ ending: end ──▶ complete: check the object
 *                      ▲         │            │                                                        └─▶ completed, or failed
 *                      └─ silent, aborted,    └── failed, or its worker is gone: lose ──▶ failed, and another recording goes on
 *                         failed, forgotten
 *
 * LiveKit keeps the last word of a worker for ever: one that was killed stays `active` there. So a worker counts as gone when
 * its browser has left the hall, or when nobody hears its name any more.
 */

/** A recording as Hall knows it. Times in seconds. */
export type Standing = {
  readonly status: RecordingStatus;
  readonly isWanted: boolean;
  readonly isDeleted: boolean;
  readonly egressId: string | null;
  /** Since when an answer is awaited, or since when a worker has it; null when nothing was asked. */
  readonly askedFor: number | null;
  /** Whether the pause after a refusal is over. */
  readonly mayAsk: boolean;
  /** For how long the worker's browser has been missing from the hall; 0 when it is there. */
  readonly absentFor: number;
  /** For how long nobody has answered to the worker's name; 0 when somebody does, or nobody was asked. */
  readonly deafFor: number;
};

export type Step =
  | { readonly do: 'wait' | 'ask' | 'stop' | 'begin' | 'check' | 'remove' }
  | { readonly do: 'ask again'; readonly trouble: string }
  /** Nothing more comes of it. `next`: another recording of the hall begins. */
  | { readonly do: 'end'; readonly next: boolean }
  | { readonly do: 'fail'; readonly failure: string; readonly next: boolean }
  /** The worker is gone. Whether it had uploaded, the bucket tells. */
  | { readonly do: 'lose'; readonly failure: string; readonly next: boolean };

/** Seconds. */
export type Patience = {
  /** Longer than LiveKit asks its workers for one that takes an order. */
  readonly answer: number;
  /** A worker's browser gives a page 30 s to load (livekit/egress, chromeTimeout), and says within some more that it records. */
  readonly begin: number;
  /** The page comes back by itself when LiveKit was away, for up to a minute. */
  readonly absent: number;
  readonly deaf: number;
};

export const usualPatience: Patience = { answer: 40, begin: 60, absent: 75, deaf: 30 };

const wait: Step = { do: 'wait' };
const unmanned = 'No LiveKit Egress worker began to record while somebody was in the hall.';
const broken = 'LiveKit Egress failed while it recorded, and what it had is lost.';
const notUploaded = 'LiveKit Egress could not upload the recording to the bucket, and has discarded it.';
const gone = 'The LiveKit Egress worker that recorded is gone, and what it had is lost.';
const silent = 'LiveKit Egress took the recording and did not begin; it is asked again.';
const brokenBefore = 'LiveKit Egress failed before it recorded anything; it is asked again.';

const hasEnded = (state: EgressState): boolean => !['starting', 'active', 'ending'].includes(state);

/** Before a worker is known to have it. */
const unasked = ({ isWanted, isDeleted, askedFor, mayAsk }: Standing, { answer }: Patience): Step => {
  // A worker may have taken it although its answer was lost: then LiveKit lists it within this time.
  if (askedFor !== null && askedFor < answer) return wait;
  if (isDeleted) return { do: 'remove' };
  if (!isWanted) return { do: 'fail', failure: unmanned, next: false };
  return mayAsk ? { do: 'ask' } : wait;
};

const starting = ({ isWanted, askedFor, deafFor }: Standing, { begin, deaf }: Patience): Step => {
  if (!isWanted) return deafFor >= deaf ? { do: 'fail', failure: unmanned, next: false } : { do: 'stop' };
  return (askedFor ?? 0) >= begin ? { do: 'ask again', trouble: silent } : wait;
};

const active = ({ status, isWanted, absentFor, deafFor }: Standing, { absent, deaf }: Patience): Step => {
  if (status === 'starting') return { do: 'begin' };
  if (isWanted && absentFor < absent) return wait;
  return deafFor >= deaf ? { do: 'lose', failure: gone, next: isWanted } : { do: 'stop' };
};

const ending = ({ status, isWanted, deafFor }: Standing, { deaf }: Patience): Step => {
  if (status === 'starting') return { do: 'begin' };
  if (status === 'recording') return { do: 'end', next: isWanted };
  // Asking it to stop once more changes nothing, and tells whether it is still there.
  return deafFor >= deaf ? { do: 'lose', failure: gone, next: false } : { do: 'stop' };
};

const complete = ({ status, isWanted }: Standing): Step => {
  if (status === 'starting') return { do: 'begin' };
  return status === 'recording' ? { do: 'end', next: isWanted } : { do: 'check' };
};

const failed = ({ status, isWanted }: Standing, error: string): Step => {
  if (status !== 'starting')
    return { do: 'fail', failure: /upload/i.test(error) ? notUploaded : broken, next: isWanted };
  return isWanted ? { do: 'ask again', trouble: brokenBefore } : { do: 'fail', failure: unmanned, next: false };
};

/** `egress` is what LiveKit tells of the worker that has it; undefined when LiveKit knows nothing of it. */
export const nextStep = (at: Standing, egress: Egress | undefined, patience = usualPatience): Step => {
  if (at.egressId === null) return unasked(at, patience);
  if (at.isDeleted) {
    const isOver = egress === undefined || hasEnded(egress.state) || at.deafFor >= patience.deaf;
    return { do: isOver ? 'remove' : 'stop' };
  }
  switch (egress?.state) {
    case undefined:
      return at.status === 'starting' ? failed(at, '') : { do: 'lose', failure: gone, next: at.isWanted };
    case 'starting':
      return starting(at, patience);
    case 'active':
      return active(at, patience);
    case 'ending':
      return ending(at, patience);
    case 'complete':
    case 'limit_reached':
      return complete(at);
    default:
      return failed(at, egress?.error ?? '');
  }
};
