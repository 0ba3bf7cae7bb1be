import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium, type LaunchOptions, type Page } from 'playwright-core';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  // A camera that shows a moving picture and a microphone that beeps once a second, both allowed without a prompt. Ten
  // pictures a second are enough to see that it moves, and several people at once leave two cores something to breathe.
  '--use-fake-device-for-media-stream=fps=10',
  '--use-fake-ui-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts the system's Chromium without a window. `args` add to the flags that make calls work in it. */
export function launchBrowser({ args = [], ...options }: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), args: [...flags, ...args], ...options });
}

export function findChromium(): string {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== '') {
    if (isExecutable(named)) return named;
    throw new Error(`CHROMIUM_PATH is ${named}, where there is no program.`);
  }
  const folders = (process.env.PATH ?? '').split(delimiter);
  for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
    const found = folders.map((folder) => join(folder, name)).find(isExecutable);
    if (found !== undefined) return found;
  }
  throw new Error(
    'The browser tests need Chromium. Install it (Debian, Ubuntu: apt-get install chromium; macOS: brew install chromium), ' +
      'or set CHROMIUM_PATH to the program of an installed Chromium or Chrome.',
  );
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/*
 * What follows runs inside the page. The tests are checked without the DOM's types, which would put `window` and
 * `document` within reach of server code too, so the few members that are used are declared here.
 */

interface Canvas {
  width: number;
  height: number;
  getContext(kind: '2d', options: { willReadFrequently: boolean }): CanvasContext | null;
}

interface CanvasContext {
  drawImage(image: Video, x: number, y: number, width: number, height: number): void;
  getImageData(x: number, y: number, width: number, height: number): { data: Uint8ClampedArray };
}

interface Video {
  readyState: number;
  ownerDocument: { createElement(tag: 'canvas'): Canvas };
}

interface Sound {
  paused: boolean;
  muted: boolean;
  volume: number;
  srcObject: unknown;
  ownerDocument: {
    querySelectorAll(tag: 'audio'): Iterable<Sound>;
    defaultView: { AudioContext: new () => SoundContext };
  };
}

interface SoundContext {
  createMediaStreamSource(stream: unknown): { connect(to: Analyser): void };
  createAnalyser(): Analyser;
  close(): Promise<void>;
}

interface Analyser {
  fftSize: number;
  getFloatTimeDomainData(samples: Float32Array): void;
}

/**
 * Whether the picture of a <video> changes: true as soon as it has changed twice (the first change may be the first
 * picture to arrive), false when it has not within `withinMs`. Waits for the element itself as a locator does.
 */
export function videoMoves(page: Page, selector: string, withinMs = 3000): Promise<boolean> {
  return page.locator(selector).evaluate(async (element: unknown, timeout: number) => {
    const video = element as Video;
    const canvas = video.ownerDocument.createElement('canvas');
    canvas.width = 64;
    canvas.height = 36;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    const noise = 8; // of 255: less is the codec's work on a still picture
    let before: Uint8ClampedArray | undefined;
    let changes = 0;
    const end = performance.now() + timeout;
    while (context !== null && performance.now() < end) {
      if (video.readyState >= 2) {
        context.drawImage(video, 0, 0, canvas.width, canvas.height);
        const now = context.getImageData(0, 0, canvas.width, canvas.height).data;
        const last = before;
        if (last?.some((value, index) => Math.abs(value - (now[index] ?? 0)) > noise)) changes += 1;
        if (changes >= 2) return true;
        before = now;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return false;
  }, withinMs);
}

/**
 * Whether the page plays somebody else's sound: an <audio> element that is playing, with a stream that is not silent.
 * The fake microphone beeps once a second, so a shorter time may miss it.
 */
export async function hearsSound(page: Page, withinMs = 5000): Promise<boolean> {
  const first = page.locator('audio').first();
  await first.waitFor({ state: 'attached', timeout: withinMs });
  return first.evaluate(async (element: unknown, timeout: number) => {
    const { ownerDocument } = element as Sound;
    const context = new ownerDocument.defaultView.AudioContext();
    const listening = new Map<unknown, Analyser>();
    const listenTo = (stream: unknown): Analyser => {
      const analyser = context.createAnalyser();
      context.createMediaStreamSource(stream).connect(analyser);
      listening.set(stream, analyser);
      return analyser;
    };
    const isHeard = ({ srcObject, paused, muted, volume }: Sound) => {
      if (!srcObject || paused || muted || volume === 0) return false;
      const analyser = listening.get(srcObject) ?? listenTo(srcObject);
      const samples = new Float32Array(analyser.fftSize);
      analyser.getFloatTimeDomainData(samples);
      return samples.some((sample) => Math.abs(sample) > 0.01);
    };
    const end = performance.now() + timeout;
    try {
      while (performance.now() < end) {
        if ([...ownerDocument.querySelectorAll('audio')].some(isHeard)) return true;
        await new Promise((resolve) => setTimeout(resolve, 20)); // an analyser remembers some 40 ms
      }
      return false;
    } finally {
      await context.close();
    }
  }, withinMs);
}
