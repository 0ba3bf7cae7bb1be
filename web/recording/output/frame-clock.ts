export interface FrameClock {
  /** When it began, of performance.now(). */
  readonly since: number;
  stop(): void;
}

/**
 * Calls back for each frame with its time in seconds, on a grid of 1 ÷ `rate`. A frame whose time has passed is left out, so
 * the picture never falls behind the sound.
 */
export function startFrameClock(rate: number, onFrame: (time: number) => void): FrameClock {
  const since = performance.now();
  const step = 1000 / rate;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let next = 0;
  const tick = (): void => {
    const due = Math.floor((performance.now() - since) / step);
    if (due >= next) {
      onFrame(due / rate);
      next = due + 1;
    }
    timer = setTimeout(tick, Math.max(1, since + next * step - performance.now()));
  };
  tick();
  return { since, stop: () => clearTimeout(timer) };
}
