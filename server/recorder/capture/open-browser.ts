import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium } from 'playwright-core';

const flags = [
  // The picture is drawn and encoded by the processor; a software-made graphics card would only be slower.
  '--disable-gpu',
  '--autoplay-policy=no-user-gesture-required',
  // There is no window, so everything would count as in the background, where timers slow down.
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  // /dev/shm is 64 MB in containers, too little for pictures; temporary files serve as well.
  '--disable-dev-shm-usage',
  // The page on loopback connects to LiveKit wherever that is, without a person to ask for leave.
  '--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebRTC,LocalNetworkAccessChecksWebSockets',
];

export type OpenBrowser = {
  readonly browser: Browser;
  /** Ends it, by force where it hangs. */
  close(): Promise<void>;
};

/** How long a browser may take to close, in milliseconds. */
const closeMilliseconds = 2_000;

/**
 * A browser of one recording's own, so that a crash costs that recording a second and the others nothing. It is held by a pipe:
 * when this process dies, however it dies, the pipe closes and the browser ends.
 */
export const openBrowser = async (executablePath: string): Promise<OpenBrowser> => {
  const browser = await chromium.launch({
    executablePath,
    args: flags,
    // Pictures and sound of strangers are decoded in there. Chromium refuses its sandbox to root alone.
    chromiumSandbox: process.getuid?.() !== 0,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    timeout: 30_000,
  });
  const pid = await pidOf(browser).catch(() => undefined);
  return {
    browser,
    close: async () => {
      const closed = browser.close().catch(() => undefined);
      const isClosed = await Promise.race([closed.then(() => true), sleep(closeMilliseconds, false)]);
      if (isClosed || pid === undefined) return;
      killGroup(pid);
      await closed;
    },
  };
};

const pidOf = async (browser: Browser): Promise<number | undefined> => {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.find(({ type }) => type === 'browser')?.id;
};

/** It leads a group of its own, with the processes of its pages. */
const killGroup = (pid: number): void => {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself at this moment.
  }
};
