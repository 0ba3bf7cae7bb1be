import { holdLease } from '../database/hold-lease.ts';
import type { LeaseStore } from '../database/lease-store.ts';
import { repeat } from '../rounds.ts';
import type { OpenBucket } from '../storage/bucket.ts';
import { bucketOf, type ReachAccess } from './download-recording.ts';
import { after, lostSeconds, settlementOf } from './recording-states.ts';
import type { SettleStore, UnsettledRow } from './settle-store.ts';

/*
 * Sees to recordings that no recorder is at work on, every two seconds, on one instance at a time: what is to become of each
 * is told by recording-states.ts. Deleted ones, whose recorder would remove what it holds, are removed from here when it has
 * been away for a day.
 */

const betweenMilliseconds = 2_000;
const leaseSeconds = 20;
const batch = 500;

export type Settling = {
  /** One round, if this instance has or gets the lease; false if it has not. */
  tick(): Promise<boolean>;
  stop(): Promise<void>;
};

export type SettlingParts = {
  recordings: SettleStore;
  leases: LeaseStore;
  reach: ReachAccess;
  openBucket: OpenBucket;
  holder: string;
  onError: (part: string, error: unknown) => void;
};

export const settleRecordings = (parts: SettlingParts): Settling => {
  const { recordings, onError } = parts;
  const lease = holdLease(parts, 'recordings', leaseSeconds);

  const removeDeleted = async (row: UnsettledRow): Promise<void> => {
    const bucket = await bucketOf(parts, row.organisation_id, row);
    if (bucket !== undefined && row.object_key !== null) {
      if (row.upload_id !== null) await bucket.abortUpload(row.object_key, row.upload_id);
      await bucket.delete(row.object_key);
    }
    bucket?.close();
    await recordings.remove(row.id);
  };

  const settle = async (row: UnsettledRow): Promise<void> => {
    if (row.is_deleted) return removeDeleted(row);
    const { status, is_wanted: isWanted, leased_for: leasedFor } = row;
    const what = settlementOf({ status, isWanted, leasedFor });
    if (what.do === 'nothing') return;
    if (what.do === 'give free') return recordings.giveFree(row.id);
    const to = after(status, what.fact);
    if (to === undefined) throw new Error(`${what.fact} means nothing to a recording in ${status}`);
    const { failure, next } = what;
    await recordings.settle(row, { to, failure, next, isLost: what.fact === 'recorder_lost' });
  };

  const tick = async (): Promise<boolean> => {
    if (!(await lease.take())) return false;
    const rows = await recordings.unsettled(batch, lostSeconds).catch((error: unknown) => {
      onError('read unsettled recordings', error);
      return [];
    });
    for (const row of rows) {
      if (rounds.isStopping) break;
      await settle(row).catch((error: unknown) => onError(`settle ${row.id}`, error));
    }
    return true;
  };

  const rounds = repeat(tick, { betweenMilliseconds, onEnd: lease.giveUp });
  return { tick, stop: rounds.stop };
};
