import { vi } from 'vitest';

/** Checks again and again until it holds: for what Hall does by itself within a round or two of a loop. */
export const eventually = <T>(check: () => T | Promise<T>, timeout = 30_000): Promise<T> =>
  vi.waitFor(check, { timeout, interval: 25 });
