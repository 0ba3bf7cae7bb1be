import type { Capture, CaptureOptions, Fragment } from '../../server/recorder/capture/capture.ts';
import { startCapture } from '../../server/recorder/capture/start-capture.ts';
import { findChromium } from '../browser/browser.ts';
import { eventually } from '../setup/eventually.ts';
import type { TestRoom } from './room.ts';

export type TestCapture = Capture & {
  readonly fragments: readonly Fragment[];
  /** Seconds that are safe so far. */
  readonly seconds: number;
  /** Resolves when so many seconds are safe. */
  until(seconds: number): Promise<void>;
};

/** Records a room with this machine's Chromium, into memory. */
export const record = async (
  room: TestRoom,
  onEnd: (undo: () => Promise<void>) => void,
  wish: Partial<CaptureOptions> = {},
): Promise<TestCapture> => {
  const fragments: Fragment[] = [];
  const { url: serverUrl, token } = await room.inviteRecorder();
  const abort = new AbortController();
  const capture = await startCapture(findChromium())({
    serverUrl,
    token,
    title: 'Physics 101',
    layout: 'grid',
    signal: abort.signal,
    onFragment: async (fragment) => void fragments.push(fragment),
    ...wish,
  });
  onEnd(() => {
    abort.abort(new Error('the test is over'));
    return capture.ended.then(() => {});
  });
  const secondsOf = (): number => {
    const last = fragments.at(-1);
    return last === undefined ? 0 : last.time + last.duration;
  };
  return {
    ...capture,
    fragments,
    get seconds() {
      return secondsOf();
    },
    until: (seconds) =>
      eventually(
        () => {
          if (secondsOf() < seconds) throw new Error(`only ${secondsOf()} of ${seconds} s are safe`);
        },
        seconds * 1000 + 30_000,
      ),
  };
};
