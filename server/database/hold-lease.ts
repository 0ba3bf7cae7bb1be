import type { LeaseStore } from './lease-store.ts';

export type LeaseParts = {
  leases: LeaseStore;
  holder: string;
  onError: (part: string, error: unknown) => void;
};

/** A lease as a loop uses it: `take` at the beginning of each round, `giveUp` after the last. */
export const holdLease = ({ leases, holder, onError }: LeaseParts, name: string, seconds: number) => ({
  /** Takes or renews it; false when another holds it, and when nobody knows, which is told. */
  take: (): Promise<boolean> =>
    leases.take(name, holder, seconds).catch((error: unknown) => {
      onError('lease', error);
      return false;
    }),

  /** The next need not wait then until it runs out. */
  giveUp: (): Promise<void> => leases.giveUp(name, holder).catch(() => {}),
});
