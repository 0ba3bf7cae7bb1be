import type { SettleStore } from './settle-store.ts';

export type DescribeRecorders = () => Promise<{ ready: boolean; detail: string }>;

/** How recording stands, for the status page. */
export const describeRecorders =
  (recordings: Pick<SettleStore, 'count' | 'recorders'>): DescribeRecorders =>
  async () => {
    const { able, capacity, waiting, running, uploading } = await recordings.count();
    if (able === 0) {
      const reason = (await recordings.recorders()).find((word) => word.reason !== null)?.reason ?? 'no recorder runs';
      return { ready: false, detail: `nothing can record: ${reason}` };
    }
    const load = `${running} of ${capacity} recorded, ${uploading} on the way to their bucket`;
    return waiting > 0 && running >= capacity
      ? { ready: false, detail: `every recorder is busy, ${waiting} waiting; ${load}` }
      : { ready: true, detail: load };
  };
