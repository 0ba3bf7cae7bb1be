import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';

/**
 * A page with LiveKit's own client as it comes from its makers and nothing of Hall's: it connects, publishes a picture,
 * shows the others, and leaves coming back to the client.
 */
const html = `<!doctype html><meta charset="utf-8"><title>A LiveKit client</title><body>
<script src="/livekit-client.js"></script>
<script>
  const { Room, RoomEvent } = LivekitClient;
  const room = new Room();
  window.story = [];
  window.sights = 0;
  const tell = (what) => window.story.push([Math.round(performance.now()), what]);
  room.on(RoomEvent.TrackSubscribed, (track, _publication, participant) => {
    if (track.kind !== 'video') return;
    for (const old of document.querySelectorAll('video')) old.remove();
    document.body.append(track.attach());
    window.sights += 1;
    tell('sees ' + participant.name);
  });
  room.on(RoomEvent.Reconnecting, () => tell('reconnecting'));
  room.on(RoomEvent.Reconnected, () => tell('reconnected'));
  room.on(RoomEvent.Disconnected, (reason) => tell('disconnected ' + reason));
  // Drawn, not filmed: Chromium's pretended camera stands still for good after some of LiveKit's restarts of it.
  const canvas = document.createElement('canvas');
  canvas.width = 320;
  canvas.height = 180;
  const brush = canvas.getContext('2d');
  setInterval(() => {
    brush.fillStyle = 'hsl(' + Math.round(performance.now() / 5) % 360 + ' 80% 50%)';
    brush.fillRect(0, 0, canvas.width, canvas.height);
  }, 60);
  window.enter = async (url, token) => {
    await room.connect(url, token);
    const [picture] = canvas.captureStream(15).getVideoTracks();
    await room.localParticipant.publishTrack(picture, { source: 'camera', simulcast: false });
  };
</script>`;

export type BareClient = { readonly url: string; stop(): Promise<void> };

/** Serves the page on loopback, where browsers give it camera and microphone. */
export const serveBareClient = async (): Promise<BareClient> => {
  const script = await readFile(createRequire(import.meta.url).resolve('livekit-client'), 'utf8');
  const server = createServer((request, response) => {
    const isScript = request.url === '/livekit-client.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

type Window = { enter(url: string, token: string): Promise<void>; story: [number, string][]; sights: number };

export const enterBare = (page: Page, join: { server_url: string; participant_token: string }): Promise<void> =>
  page.evaluate(
    ([url = '', token = '']) => (globalThis as unknown as Window).enter(url, token),
    [join.server_url, join.participant_token],
  );

/** What happened to the client so far, for the message of a test that fails. */
export const storyOf = (page: Page): Promise<[number, string][]> =>
  page.evaluate(() => (globalThis as unknown as Window).story);

/** How often the page has got somebody else's picture, anew after each reconnection. */
export const sightsOf = (page: Page): Promise<number> => page.evaluate(() => (globalThis as unknown as Window).sights);
