import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { temporaryFolder } from '../../server/embedded/testing/processes.ts';
import { launchBrowser } from '../browser/browser.ts';
import type { Invitation } from './room.ts';

const run = promisify(execFile);

/** LiveKit's own client in a browser. `film`: publishes camera and microphone; `flash`: a flash and a beep each second, at once. */
const html = `<!doctype html><meta charset="utf-8"><body>
<script src="/livekit-client.js"></script>
<script>
  const { Room, Track } = LivekitClient;
  const room = new Room({ reconnectPolicy: { nextRetryDelayInMs: () => 300 } });
  window.connect = (url, token) => room.connect(url, token, { autoSubscribe: false });
  window.leave = () => room.disconnect();
  window.film = async () => {
    await room.localParticipant.setCameraEnabled(true, { resolution: { width: 640, height: 360 } }, { simulcast: false });
    await room.localParticipant.setMicrophoneEnabled(true, { echoCancellation: false, noiseSuppression: false, autoGainControl: false });
  };
  window.mute = async () => {
    await room.localParticipant.setCameraEnabled(false);
    await room.localParticipant.setMicrophoneEnabled(false);
  };
  window.flash = async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 });
    const brush = canvas.getContext('2d');
    const context = new AudioContext({ sampleRate: 48000 });
    const beep = new OscillatorNode(context, { frequency: 1000 });
    const volume = new GainNode(context, { gain: 0 });
    const out = context.createMediaStreamDestination();
    beep.connect(volume).connect(out);
    beep.start();
    await context.resume();
    let isOn = false;
    setInterval(() => {
      const now = performance.now() % 1000 < 200;
      if (now !== isOn) volume.gain.setValueAtTime(now ? 0.5 : 0, context.currentTime);
      isOn = now;
      brush.fillStyle = isOn ? '#ffffff' : performance.now() % 100 < 50 ? '#000000' : '#080808';
      brush.fillRect(0, 0, canvas.width, canvas.height);
    }, 20);
    const stream = canvas.captureStream(30);
    for (const track of out.stream.getTracks()) stream.addTrack(track);
    const options = { stream: 'one', simulcast: false, dtx: false };
    await room.localParticipant.publishTrack(stream.getVideoTracks()[0], { ...options, source: Track.Source.Camera });
    await room.localParticipant.publishTrack(stream.getAudioTracks()[0], { ...options, source: Track.Source.Microphone });
  };
</script>`;

export type Talker = {
  /** Switches camera and microphone off. */
  mute(): Promise<void>;
  leave(): Promise<void>;
};

type OnEnd = (undo: () => Promise<void>) => void;

const servePage = async (onEnd: OnEnd): Promise<string> => {
  const script = await readFile(createRequire(import.meta.url).resolve('livekit-client'), 'utf8');
  const server = createServer((request, response) => {
    const isScript = request.url === '/livekit-client.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onEnd(async () => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
};

/** A camera that shows this colour, with a little noise as cameras have it, and a microphone that gives this tone. */
export type Devices = { readonly colour: string; readonly hertz: number };

/** Files for the pretended devices of Chromium. */
const filesFor = async ({ colour, hertz }: Devices): Promise<string[]> => {
  const folder = await temporaryFolder();
  const [camera, microphone] = [join(folder, 'camera.y4m'), join(folder, 'microphone.wav')];
  const picture = `color=c=${colour}:s=640x360:r=10:d=2,noise=alls=6:allf=t`;
  await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', picture, '-pix_fmt', 'yuv420p', camera]);
  await run('ffmpeg', [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    `sine=f=${hertz}:r=48000:d=10`,
    '-af',
    'volume=3',
    microphone,
  ]);
  return [`--use-file-for-fake-video-capture=${camera}`, `--use-file-for-fake-audio-capture=${microphone}`];
};

type Client = Record<'film' | 'flash' | 'mute' | 'leave', () => Promise<void>> & {
  connect(url: string, token: string): Promise<void>;
};

/** Somebody in a real browser of their own. */
export const startTalker = async (
  { url, token }: Invitation,
  show: Devices | 'flash',
  onEnd: OnEnd,
): Promise<Talker> => {
  const browser: Browser = await launchBrowser({ args: show === 'flash' ? [] : await filesFor(show) });
  onEnd(() => browser.close());
  const page = await browser.newPage();
  await page.goto(await servePage(onEnd));
  await page.evaluate(([to = '', by = '']) => (globalThis as unknown as Client).connect(to, by), [url, token]);
  const what = show === 'flash' ? 'flash' : 'film';
  await page.evaluate((name) => (globalThis as unknown as Client)[name as 'film' | 'flash'](), what);
  return {
    mute: () => page.evaluate(() => (globalThis as unknown as Client).mute()),
    leave: () => page.evaluate(() => (globalThis as unknown as Client).leave()),
  };
};
