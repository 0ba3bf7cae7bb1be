import type { Browser, Page } from 'playwright-core';
import type { Capture, CaptureEnd, StartCapture } from './capture.ts';
import { type OpenBrowser, openBrowser } from './open-browser.ts';
import { servePage } from './serve-page.ts';
import { watchSilence } from './watch-silence.ts';

/** How long the first fragment may take: opening the page, entering the hall, starting the encoders. Milliseconds. */
const startMilliseconds = 30_000;

/** A browser that gave nothing for so long hangs. */
const silenceMilliseconds = 10_000;

/** How long the last fragments may take after `stop`. */
const stopMilliseconds = 15_000;

/*
 *   starting ──page says started──▶ running ──stop(), or the page ends by itself──▶ ending ──last fragment taken──▶ ended
 *      └──────────── the browser dies, the page is silent, the signal is aborted: ended at once ───────────────────▲
 */
export const startCapture =
  (chromiumPath: string): StartCapture =>
  async (options) => {
    options.signal.throwIfAborted();
    const { promise: ended, resolve: end } = Promise.withResolvers<CaptureEnd>();
    const { promise: started, resolve: onStarted } = Promise.withResolvers<void>();
    let poster: Uint8Array | undefined;
    let taking: Promise<unknown> = Promise.resolve();
    const silence = watchSilence(startMilliseconds, () => end(crashed('the browser gave nothing for too long')));
    const served = await servePage(options, {
      onFragment: (fragment) => {
        const resume = silence.pause();
        const taken = options.onFragment(fragment).then(resume);
        taking = taken.catch((error) => end({ reason: 'failed', error }));
        return taken;
      },
      onStarted: () => {
        silence.allow(silenceMilliseconds);
        onStarted();
      },
      onPoster: (jpeg) => {
        poster = jpeg;
      },
      onEnded: (reason, error) => end(endOf(reason, error)),
    });
    const abort = (): void => end({ reason: 'failed', error: options.signal.reason });
    options.signal.addEventListener('abort', abort);
    let opened: OpenBrowser | undefined;
    const close = async (): Promise<void> => {
      silence.stop();
      options.signal.removeEventListener('abort', abort);
      await Promise.all([taking, opened?.close()]);
      served.close();
    };
    try {
      opened = await openBrowser(chromiumPath);
      const page = await openPage(opened.browser, served.url, end);
      await Promise.race([started, ended.then(rejectStart)]);
      return captureOf({ page, ended, end, close, poster: () => poster });
    } catch (error) {
      await close();
      throw error;
    }
  };

const crashed = (what: string): CaptureEnd => ({ reason: 'browser_crashed', error: new Error(what) });

const reasons: readonly string[] = ['stopped', 'hall_ended', 'media_lost', 'failed'] satisfies CaptureEnd['reason'][];

const endOf = (reason: string, error: string | undefined): CaptureEnd => ({
  reason: reasons.includes(reason) ? (reason as CaptureEnd['reason']) : 'failed',
  ...(error === undefined ? {} : { error: new Error(error) }),
});

const rejectStart = ({ reason, error }: CaptureEnd): never => {
  throw error ?? new Error(`the recording ended before it began: ${reason}`);
};

const openPage = async (browser: Browser, url: string, end: (how: CaptureEnd) => void): Promise<Page> => {
  browser.on('disconnected', () => end(crashed('the browser has died')));
  const page = await browser.newPage({ viewport: { width: 320, height: 180 } });
  page.on('crash', () => end(crashed('the page has crashed')));
  await page.goto(url);
  return page;
};

type Running = {
  readonly page: Page;
  readonly ended: Promise<CaptureEnd>;
  end(how: CaptureEnd): void;
  close(): Promise<void>;
  poster(): Uint8Array | undefined;
};

const captureOf = ({ page, ended, end, close, poster }: Running): Capture => {
  const closed = ended.then(async (how) => {
    await close();
    return how;
  });
  return {
    ended: closed,
    stop: () => {
      const timer = setTimeout(() => end(crashed('the browser did not finish in time')), stopMilliseconds);
      page.evaluate('globalThis.stopRecording()').catch((error: unknown) => end(crashed(String(error))));
      return closed.finally(() => clearTimeout(timer));
    },
    poster: async () => poster(),
  };
};
