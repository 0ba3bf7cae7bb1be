import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AccessToken, RoomServiceClient } from 'livekit-server-sdk';
import { cacheFolder } from '../../server/embedded/cache-folder.ts';
import { buildPages } from '../../server/http/pages/build-pages.ts';
import { findBrowser } from '../../server/recorder/browser/find-browser.ts';
import { startCapture } from '../../server/recorder/capture/start-capture.ts';
import type { Figure } from '../figure.ts';
import { type Ground, type LiveKitAddress, startOn } from '../ground.ts';
import { browserLoad } from './browser-load.ts';
import { countFrames } from './count-frames.ts';
import { startPerson } from './crew.ts';

/** How many recordings at once. */
const sizes = [1, 2, 3];

const settleMilliseconds = 4_000;
const measureMilliseconds = 20_000;

const invite = ({ apiKey, apiSecret }: LiveKitAddress, room: string, isRecorder: boolean): Promise<string> => {
  const token = new AccessToken(apiKey, apiSecret, { identity: randomUUID(), name: 'Ada', ttl: 3600 });
  token.addGrant({ roomJoin: true, room, canPublish: !isRecorder, canSubscribe: true, hidden: isRecorder });
  return token.toJwt();
};

/** A recording of the room that counts its frames. */
const startRecording = async (livekit: LiveKitAddress, room: string, chromium: string) => {
  const abort = new AbortController();
  let frames = 0;
  let bytes = 0;
  const capture = await startCapture(chromium)({
    serverUrl: livekit.url,
    token: await invite(livekit, room, true),
    title: null,
    layout: 'grid',
    signal: abort.signal,
    onFragment: async (fragment) => {
      frames += countFrames(fragment.bytes);
      bytes += fragment.bytes.length;
    },
  });
  const stop = async (): Promise<void> => {
    abort.abort(new Error('measured'));
    await capture.ended;
  };
  return { count: () => ({ frames, bytes }), stop };
};

type Measured = { readonly cpuSeconds: number; readonly megabytes: number; readonly frameRate: number };

const measure = async (recordings: readonly { count(): { frames: number } }[]): Promise<Measured> => {
  await sleep(settleMilliseconds);
  const before = await browserLoad();
  const framesBefore = recordings.map(({ count }) => count().frames);
  await sleep(measureMilliseconds);
  const after = await browserLoad();
  const rates = recordings.map(
    ({ count }, index) => (count().frames - (framesBefore[index] ?? 0)) / (measureMilliseconds / 1000),
  );
  const minutes = (measureMilliseconds / 60_000) * recordings.length;
  return {
    cpuSeconds: (after.cpuSeconds - before.cpuSeconds) / minutes,
    megabytes: after.megabytes / recordings.length,
    frameRate: Math.min(...rates),
  };
};

/**
 * What recording a hall of two people at 720p costs, and how many recordings this machine holds. All of them record the same hall, so
 * that the people, who share the machine with them, cost the same each time.
 */
export const benchRecorder = async (stack: AsyncDisposableStack, { livekit, report }: Ground): Promise<Figure[]> => {
  if (process.platform !== 'linux') throw new Error('this benchmark reads /proc: it needs Linux');
  const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const found = await findBrowser({
    chromiumPath: undefined,
    environment: process.env,
    cacheFolder: cacheFolder(process.env),
    log: quiet,
    report,
  });
  if (!found.found) throw new Error(found.reason);
  await buildPages(report);
  const room = randomUUID();
  await new RoomServiceClient(livekit.url.replace(/^ws/, 'http'), livekit.apiKey, livekit.apiSecret).createRoom({
    name: room,
  });
  for (const shade of [0x3050a0, 0xa05030]) {
    const token = await invite(livekit, room, false);
    await startOn(stack, () => startPerson(livekit.url, token, shade));
  }
  const recordings: Awaited<ReturnType<typeof startRecording>>[] = [];
  const figures: Figure[] = [];
  for (const size of sizes) {
    while (recordings.length < size)
      recordings.push(await startOn(stack, () => startRecording(livekit, room, found.binary)));
    const { cpuSeconds, megabytes, frameRate } = await measure(recordings);
    const name = `recorder: ${size} at once`;
    figures.push(
      { name: `${name}, the slowest one's frame rate`, value: frameRate, unit: 'frames/s', target: 'at least 15' },
      { name: `${name}, processor time of a recorded minute`, value: cpuSeconds, unit: 's' },
      { name: `${name}, memory of each`, value: megabytes, unit: 'MB' },
    );
  }
  return figures;
};
