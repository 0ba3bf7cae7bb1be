import type { SettleStore } from './settle-store.ts';

export type DescribeRecorders = () => Promise<{ ready: boolean; detail: string }>;

/** How recording stands, for the status page. */
export const describeRecorders =
  (recordings: Pick<SettleStore, 'count' | 'recorders'>): DescribeRecorders =>
  async () => {
    const { known, able, capacity, waiting, running, uploading } = await recordings.count();
    // Nobody wanted to record here: that is no fault, but whoever asks why halls cannot be recorded reads it.
    if (known === 0) return { ready: waiting === 0, detail: 'no recorder runs; halls with record are refused' };
    if (able === 0) {
      const reason = (await recordings.recorders()).find((word) => word.reason !== null)?.reason ?? 'no recorder runs';
      return { ready: false, detail: `nothing can record: ${reason}` };
    }
    // LiveKit Egress keeps to itself how much its workers hold.
    const of = capacity > 0 ? ` of ${capacity}` : '';
    const load = `${running}${of} recorded, ${uploading} on the way to their bucket`;
    return capacity > 0 && waiting > 0 && running >= capacity
      ? { ready: false, detail: `every recorder is busy, ${waiting} waiting; ${load}` }
      : { ready: true, detail: load };
  };
