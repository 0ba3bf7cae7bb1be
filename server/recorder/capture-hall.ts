import { setTimeout as sleep } from 'node:timers/promises';
import type { CaptureEnd, Fragment, Layout, StartCapture } from './capture/capture.ts';
import { type Spool, SpoolError } from './spool.ts';

/*
 * Captures a hall into a spool until nobody wants that any more. A capture that ends by itself is followed by another, which
 * goes on in the same spool:
 *
 *   capturing ──stop()──▶ ended: stopped            capturing ──abandon()──▶ ended: abandoned
 *   capturing ──browser, media or page fail──▶ pause ──▶ capturing
 *   capturing ──the disk takes no more──▶ ended: disk        capturing ──other codecs than before──▶ ended: differs
 */

/** `differs`: what comes now cannot stand in the same file; another recording goes on. */
export type CaptureOutcome = {
  readonly why: 'stopped' | 'abandoned' | 'disk' | 'differs';
  /** What last went wrong. */
  readonly error: Error | undefined;
};

export type HallCapture = {
  readonly ended: Promise<CaptureOutcome>;
  /** Ends it in order: what is in the encoder comes first. */
  stop(): void;
  /** Ends it at once. */
  abandon(): void;
};

export type HallCaptureParts = {
  spool: Spool;
  startCapture: StartCapture;
  /** LiveKit, and a token with which the recorder enters this hall; made anew for each capture. */
  admission: () => { serverUrl: string; token: string };
  title: string | null;
  layout: Layout;
  /** A fragment is on the disk. */
  onKept: (fragment: Fragment) => void;
  onFailure: (error: Error | undefined, reason: string) => void;
  /** Milliseconds before the next capture, after so many that gave nothing in a row. */
  pauseAfter?: (failures: number) => number;
};

class ConfigurationDiffers extends Error {}

/** A browser that crashed is started again at once; one that cannot start need not be tried many times a second. */
const defaultPause = (failures: number): number => Math.min(250 * 2 ** failures, 10_000);

export const captureHall = (parts: HallCaptureParts): HallCapture => {
  const { spool, pauseAfter = defaultPause } = parts;
  const stopping = new AbortController();
  const abandoning = new AbortController();
  let failures = 0;
  let lastError: Error | undefined;

  const keep = async (fragment: Fragment): Promise<void> => {
    if (fragment.kind === 'init') {
      if ((await spool.begin(fragment.bytes)) === 'differs') throw new ConfigurationDiffers();
      return;
    }
    await spool.append(fragment.bytes);
    failures = 0;
    parts.onKept(fragment);
  };

  /** One capture from its beginning to its end. */
  const once = async (): Promise<CaptureEnd> => {
    let fault: unknown;
    const options = {
      ...parts.admission(),
      title: parts.title,
      layout: parts.layout,
      onFragment: (fragment: Fragment) =>
        keep(fragment).catch((error: unknown) => {
          fault = error;
          throw error;
        }),
      signal: abandoning.signal,
    };
    const end = await parts.startCapture(options).then(
      async (capture) => {
        const stop = () => void capture.stop().catch(() => {});
        stopping.signal.addEventListener('abort', stop);
        if (stopping.signal.aborted) stop();
        const how = await capture.ended.finally(() => stopping.signal.removeEventListener('abort', stop));
        const poster = await capture.poster().catch(() => undefined);
        if (poster !== undefined) await spool.keepPoster(poster).catch(() => {});
        return how;
      },
      (error: unknown): CaptureEnd => ({
        reason: 'failed',
        error: error instanceof Error ? error : new Error(String(error)),
      }),
    );
    if (fault instanceof Error) return { reason: 'failed', error: fault };
    return end;
  };

  const outcomeOf = (end: CaptureEnd): CaptureOutcome | undefined => {
    if (end.error instanceof SpoolError) return { why: 'disk', error: end.error };
    if (end.error instanceof ConfigurationDiffers) return { why: 'differs', error: undefined };
    if (abandoning.signal.aborted) return { why: 'abandoned', error: lastError };
    if (stopping.signal.aborted) return { why: 'stopped', error: lastError };
    return undefined;
  };

  const run = async (): Promise<CaptureOutcome> => {
    for (;;) {
      const end = await once();
      lastError = end.error ?? lastError;
      const outcome = outcomeOf(end);
      if (outcome !== undefined) return outcome;
      parts.onFailure(end.error, end.reason);
      const signal = AbortSignal.any([stopping.signal, abandoning.signal]);
      await sleep(pauseAfter(failures), undefined, { signal }).catch(() => {});
      failures += 1;
      const over = outcomeOf({ reason: 'stopped' });
      if (over !== undefined) return over;
    }
  };

  return { ended: run(), stop: () => stopping.abort(), abandon: () => abandoning.abort() };
};
