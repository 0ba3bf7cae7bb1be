import { setTimeout as sleep } from 'node:timers/promises';

export type Rounds = {
  /** From the call of `stop` on: a round with several things to do leaves out the rest. */
  readonly isStopping: boolean;
  /** Ends the pause; called during a round, the next follows without one. */
  wake(): void;
  /** Begins no other round; resolves when the one under way and `onEnd` are done. */
  stop(): Promise<void>;
};

export type RepeatOptions = {
  betweenMilliseconds: number;
  /** The pause after a round that failed, which no `wake` ends; as after any other if it is not given. */
  afterFailureMilliseconds?: number;
  /** Once for each time that rounds begin to fail. Without it a failure ends the loop, as an unhandled rejection. */
  onError?: (error: unknown) => void;
  /** After the last round. */
  onEnd?: () => Promise<unknown>;
  /** Whether a pause keeps a process alive that has nothing else to do. */
  keepsAlive?: boolean;
};

/**
 * Does rounds until it is stopped, one after another with a pause between them. The first begins when the caller has gone on, so
 * that a round may use what is returned here.
 */
export const repeat = (round: () => Promise<unknown>, options: RepeatOptions): Rounds => {
  const { betweenMilliseconds, afterFailureMilliseconds = betweenMilliseconds, onError, keepsAlive = false } = options;
  const stopping = new AbortController();
  let waking = Promise.withResolvers<void>();
  let isWell = true;

  const attempt = async (): Promise<void> => {
    try {
      await round();
      isWell = true;
    } catch (error) {
      if (onError === undefined) throw error;
      if (isWell) onError(error);
      isWell = false;
    }
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      waking = Promise.withResolvers();
      await attempt();
      const milliseconds = isWell ? betweenMilliseconds : afterFailureMilliseconds;
      const pause = sleep(milliseconds, undefined, { signal: stopping.signal, ref: keepsAlive }).catch(() => {});
      await (isWell ? Promise.race([pause, waking.promise]) : pause);
    }
    await options.onEnd?.();
  };
  const running = Promise.resolve().then(run);

  return {
    get isStopping() {
      return stopping.signal.aborted;
    },
    wake: () => waking.resolve(),
    stop: () => {
      stopping.abort();
      return running;
    },
  };
};
