import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestStore } from './request-store.ts';

const betweenMilliseconds = 60_000;
/** Small batches, so that no lock is held for long. */
const batch = 1_000;

/** Every minute: removes idempotent requests older than 24 hours. Every instance may do it; they step around each other. */
export const forgetOldRequests = (
  requests: RequestStore,
  onError: (error: unknown) => void,
): { tick(): Promise<void>; stop(): void } => {
  const stopping = new AbortController();
  const tick = async (): Promise<void> => {
    while (!stopping.signal.aborted && (await requests.prune(batch)) === batch);
  };
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await tick().catch(onError);
      await sleep(betweenMilliseconds, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  };
  void run();
  return { tick, stop: () => stopping.abort() };
};
