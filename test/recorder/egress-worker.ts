import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Fastify from 'fastify';
import type { Page } from 'playwright-core';
import { temporaryFolder } from '../../server/embedded/testing/processes.ts';
import { egressPage, egressPagePath } from '../../server/http/pages/egress-page.ts';
import { roomPage } from '../../server/http/pages/room-page.ts';
import { launchBrowser } from '../browser/browser.ts';
import { coloursOf, type Rgb, type Spot } from './read-film.ts';

type OnEnd = (undo: () => Promise<void>) => void;

/** What a worker of LiveKit Egress has of its template: what it says, and what is seen and heard. */
export type Template = {
  readonly page: Page;
  /** The words on its console, in order. */
  readonly said: readonly string[];
  /** What its browser complains of on the console. */
  readonly complaints: readonly string[];
  /** What `div.error` says at this moment; empty without one. */
  fault(): Promise<string>;
  colours(...spots: Spot[]): Promise<Rgb[]>;
  /** The last 0.7 s that went to the speakers, and how it went. `sink`: empty for the usual ones; unknown on insecure pages. */
  heard(): Promise<{ state: string; sink: unknown; samples: Float32Array }>;
};

export type Worker = {
  /** Each request that came to Hall: its address and where it says that it comes from. */
  readonly requests: readonly string[];
  /** As a worker opens it: resolves when the page has loaded. `isSecure`: as by https:. */
  open(query: Record<string, string>, isSecure?: boolean): Promise<Template>;
};

/** Listens at the last point before the speakers. A browser without a window has none that could be listened to. */
const listenToSpeakers = `
  const connect = AudioNode.prototype.connect;
  AudioNode.prototype.connect = function (to, ...rest) {
    if (to instanceof AudioDestinationNode) {
      const analyser = new AnalyserNode(to.context, { fftSize: 32768 });
      connect.call(this, analyser);
      globalThis.heard = () => {
        const samples = new Float32Array(analyser.fftSize);
        analyser.getFloatTimeDomainData(samples);
        return { state: to.context.state, sink: to.context.sinkId, samples: [...samples] };
      };
    }
    return connect.call(this, to, ...rest);
  };`;

/** Hall's page in a browser, as a worker opens it: where Hall has no certificate, by a name with which much is forbidden to pages. */
export const startWorker = async (livekitUrl: string, onEnd: OnEnd): Promise<Worker> => {
  const app = Fastify();
  const requests: string[] = [];
  app.addHook('onRequest', async ({ url, headers }) => void requests.push(`${url} ${headers.referer ?? ''}`));
  await roomPage(app);
  await egressPage(app, { livekitUrls: [livekitUrl] });
  await app.listen({ port: 0, host: '127.0.0.1' });
  onEnd(() => app.close());
  const browser = await launchBrowser({ args: ['--host-resolver-rules=MAP hall.test 127.0.0.1'] });
  onEnd(() => browser.close());
  const { port } = app.server.address() as AddressInfo;
  return {
    requests,
    open: async (query, isSecure = false) => {
      const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
      await page.addInitScript(listenToSpeakers);
      const host = isSecure ? '127.0.0.1' : 'hall.test';
      return openTemplate(page, `http://${host}:${port}${egressPagePath}?${new URLSearchParams(query)}`);
    },
  };
};

/** Opens an address as a worker's browser does. */
export const openTemplate = async (page: Page, address: string): Promise<Template> => {
  const said: string[] = [];
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'log') said.push(message.text());
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => void complaints.push(String(error)));
  await page.goto(address);
  return {
    page,
    said,
    complaints,
    fault: () => page.evaluate("document.querySelector('div.error')?.innerText ?? ''"),
    colours: async (...spots) => {
      const file = join(await temporaryFolder(), 'window.png');
      await writeFile(file, await page.screenshot());
      const all = await Promise.all(spots.map((spot) => coloursOf(file, spot)));
      return all.map(([first]) => first?.colour ?? [0, 0, 0]);
    },
    heard: async () => {
      const { samples, ...how } = await page.evaluate<{ state: string; sink: unknown; samples: number[] }>(
        'globalThis.heard()',
      );
      return { ...how, samples: Float32Array.from(samples) };
    },
  };
};
