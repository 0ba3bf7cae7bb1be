export type SilenceWatch = {
  /** From now on so many milliseconds of silence are allowed. */
  allow(milliseconds: number): void;
  /** Something was heard. The time until the returned function is called does not count: it is not the browser's. */
  pause(): () => void;
  stop(): void;
};

/** Calls back once when nothing was heard for so long. */
export const watchSilence = (milliseconds: number, onSilence: () => void): SilenceWatch => {
  let allowed = milliseconds;
  let timer: NodeJS.Timeout | undefined;
  let paused = 0;
  let isStopped = false;
  const listen = (): void => {
    clearTimeout(timer);
    if (paused === 0 && !isStopped) timer = setTimeout(onSilence, allowed);
  };
  listen();
  return {
    allow: (longer) => {
      allowed = longer;
      listen();
    },
    pause: () => {
      paused += 1;
      listen();
      return () => {
        paused -= 1;
        listen();
      };
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};
