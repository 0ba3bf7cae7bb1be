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
  let isStopping = false;
  let isWoken = false;
  let isWell = true;
  let endPause = (): void => {};

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

  /** Its timer goes with it: rounds that are woken a thousand times a second would leave as many behind. */
  const pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      if (!keepsAlive) timer.unref();
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const run = async (): Promise<void> => {
    while (!isStopping) {
      isWoken = false;
      await attempt();
      if (isStopping || (isWell && isWoken)) continue;
      await pause(isWell ? betweenMilliseconds : afterFailureMilliseconds);
    }
    await options.onEnd?.();
  };
  const running = Promise.resolve().then(run);

  return {
    get isStopping() {
      return isStopping;
    },
    wake: () => {
      isWoken = true;
      if (isWell) endPause();
    },
    stop: () => {
      isStopping = true;
      endPause();
      return running;
    },
  };
};
