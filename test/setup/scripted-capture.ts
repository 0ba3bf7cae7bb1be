import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Capture, CaptureEnd, Layout, StartCapture } from '../../server/recorder/capture/capture.ts';
import { cutFragments } from '../../server/recorder/file/testing/fragmented.ts';

/** What one capture does: so many fragments, a second of the recording each, and then it ends like this, or waits for its stop. */
export type Act = {
  /** The fragmented MP4 that it plays. */
  readonly file: string;
  readonly fragments: number;
  readonly ends?: CaptureEnd['reason'];
};

export type ScriptedCapture = StartCapture & {
  /** Captures that were begun. */
  readonly begun: number;
  /** Fragments that were taken, of all captures. */
  readonly taken: number;
  /** The layout that the last one was asked for. */
  readonly layout: Layout | undefined;
};

const betweenMilliseconds = 20;

const aborted = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
};

/**
 * Plays fragments of a file instead of recording a browser: one act for each capture, the last one for all that follow. A
 * second of the recording takes some hundredths of one.
 */
export const scriptedCapture = (acts: readonly Act[]): ScriptedCapture => {
  let begun = 0;
  let taken = 0;
  let lastLayout: Layout | undefined;
  const start: StartCapture = async ({ onFragment, signal, layout }) => {
    lastLayout = layout;
    const act = acts[Math.min(begun, acts.length - 1)];
    if (act === undefined) throw new Error('no act is scripted');
    begun += 1;
    const { init, fragments } = cutFragments(readFileSync(act.file));
    const stopping = new AbortController();
    const ends = AbortSignal.any([stopping.signal, signal]);
    const play = async (): Promise<CaptureEnd> => {
      await onFragment({ kind: 'init', bytes: init, time: 0, duration: 0 });
      for (const [time, bytes] of fragments.slice(0, act.fragments).entries()) {
        if (ends.aborted) break;
        await onFragment({ kind: 'media', bytes, time, duration: 1 });
        taken += 1;
        await sleep(betweenMilliseconds);
      }
      if (act.ends !== undefined && !ends.aborted) return { reason: act.ends, error: new Error('scripted') };
      await aborted(ends);
      return signal.aborted ? { reason: 'failed', error: new Error('aborted') } : { reason: 'stopped' };
    };
    const ended = play().catch((error): CaptureEnd => ({ reason: 'failed', error }));
    const capture: Capture = {
      ended,
      stop: () => {
        stopping.abort();
        return ended;
      },
      poster: async () => Buffer.from('a picture'),
    };
    return capture;
  };
  return Object.defineProperties(start, {
    begun: { get: () => begun },
    taken: { get: () => taken },
    layout: { get: () => lastLayout },
  }) as ScriptedCapture;
};
