import { setTimeout as sleep } from 'node:timers/promises';
import type { MediaServer } from './media-server.ts';

export type MediaWatch = {
  /** Whether the media server answered when it was last asked: what joins go by, without waiting for it. */
  readonly reachable: boolean;
  /** Asks now; resolves when `reachable` is up to date. */
  tick(): Promise<void>;
  stop(): void;
};

const betweenMilliseconds = 500;
/** While it is away: its rooms are to be there again before people try to come back. */
const awayMilliseconds = 20;

/** Asks the media server twice a second whether it is there, and more often while it is not. State: reachable ⇄ unreachable, `onChange` at each change. */
export const watchMedia = (media: MediaServer, onChange: (reachable: boolean, cause: unknown) => void): MediaWatch => {
  const stopping = new AbortController();
  let reachable = false;
  const set = (now: boolean, cause?: unknown): void => {
    if (now === reachable || stopping.signal.aborted) return;
    reachable = now;
    onChange(now, cause);
  };
  const tick = async (): Promise<void> => {
    await media.ping().then(
      () => set(true),
      (error: unknown) => set(false, error),
    );
  };
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await tick();
      await sleep(reachable ? betweenMilliseconds : awayMilliseconds, undefined, {
        signal: stopping.signal,
        ref: false,
      }).catch(() => {});
    }
  };
  void run();
  return {
    get reachable() {
      return reachable;
    },
    tick,
    stop: () => stopping.abort(),
  };
};
