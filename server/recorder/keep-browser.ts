import { setTimeout as sleep } from 'node:timers/promises';
import type { FoundBrowser } from './browser/find-browser.ts';
import type { StartCapture } from './capture/capture.ts';
import type { Ability } from './record-halls.ts';

const againMilliseconds = 60_000;

export type KeptBrowser = {
  ability(): Ability;
  /** With the browser that was found. */
  startCapture: StartCapture;
  stop(): Promise<void>;
};

/**
 * Looks for a browser in the background, which may take minutes where one has to be fetched, and again every minute while there is
 * none. Until then the recorder says what is under way.
 */
export const keepBrowser = (parts: {
  find: (report: (message: string) => void, signal: AbortSignal) => Promise<FoundBrowser>;
  capture: (binary: string) => StartCapture;
  onFound: (found: FoundBrowser) => void;
}): KeptBrowser => {
  const stopping = new AbortController();
  let binary: string | undefined;
  let reason = 'the recorder looks for a browser';

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted && binary === undefined) {
      const report = (message: string): void => {
        reason = message;
      };
      const found = await parts
        .find(report, stopping.signal)
        .catch((error: unknown): FoundBrowser => ({ found: false, reason: String(error) }));
      if (stopping.signal.aborted) return;
      parts.onFound(found);
      if (found.found) binary = found.binary;
      else {
        reason = found.reason.replace(/\.$/, '');
        await sleep(againMilliseconds, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  };
  const running = run();

  return {
    ability: () => (binary === undefined ? { isAble: false, reason } : { isAble: true }),
    startCapture: async (options) => {
      if (binary === undefined) throw new Error(reason);
      return parts.capture(binary)(options);
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
};
