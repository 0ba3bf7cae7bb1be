import { setTimeout as sleep } from 'node:timers/promises';

const betweenMilliseconds = 60_000;
/** Small batches, so that no lock is held for long. */
const batch = 1_000;

/** Removes up to `most` rows that nobody needs any more and tells how many there were. */
export type Forget = (most: number) => Promise<number>;

/** Every minute: removes what is too old, batch by batch. Every instance may do it; they step around each other. */
export const forgetOldRows = (
  all: readonly Forget[],
  onError: (error: unknown) => void,
): { tick(): Promise<void>; stop(): void } => {
  const stopping = new AbortController();
  const tick = async (): Promise<void> => {
    for (const forget of all) {
      try {
        while (!stopping.signal.aborted && (await forget(batch)) === batch);
      } catch (error) {
        onError(error);
      }
    }
  };
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await tick();
      await sleep(betweenMilliseconds, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  };
  void run();
  return { tick, stop: () => stopping.abort() };
};
