import { expect, test, vi } from 'vitest';
import type { FoundBrowser } from './browser/find-browser.ts';
import type { Capture, StartCapture } from './capture/capture.ts';
import { keepBrowser } from './keep-browser.ts';

const capture = {} as Capture;

test('a recorder says what is under way until its browser is there, and then records with it', async ({
  onTestFinished,
}) => {
  const { promise, resolve } = Promise.withResolvers<FoundBrowser>();
  const started: string[] = [];
  const browser = keepBrowser({
    find: (report) => {
      report('Downloading a browser');
      return promise;
    },
    capture: (binary) => async () => {
      started.push(binary);
      return capture;
    },
    onFound: () => {},
  });
  onTestFinished(browser.stop);
  const options = {} as Parameters<StartCapture>[0];
  expect(browser.ability()).toEqual({ isAble: false, reason: 'Downloading a browser' });
  await expect(browser.startCapture(options)).rejects.toThrow('Downloading a browser');
  resolve({ found: true, binary: '/a/chromium', version: '140', from: 'download' });
  await vi.waitFor(() => expect(browser.ability()).toEqual({ isAble: true }));
  expect(await browser.startCapture(options)).toBe(capture);
  expect(started).toEqual(['/a/chromium']);
});

test('one without a browser says why, as the end of a sentence', async ({ onTestFinished }) => {
  const found: FoundBrowser[] = [];
  const browser = keepBrowser({
    find: async () => ({ found: false, reason: 'Recording needs a browser.' }),
    capture: () => async () => capture,
    onFound: (one) => found.push(one),
  });
  onTestFinished(browser.stop);
  await vi.waitFor(() => expect(found).toHaveLength(1));
  expect(browser.ability()).toEqual({ isAble: false, reason: 'Recording needs a browser' });
});
