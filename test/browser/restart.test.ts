import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { invite, openHall, startLiveHall } from '../live/fixtures.ts';
import type { Client } from '../setup/client.ts';
import { eventually } from '../setup/eventually.ts';
import { type BareClient, enterBare, serveBareClient, sightsOf, storyOf } from './bare-client.ts';
import { launchBrowser, videoMoves } from './browser.ts';

/*
 * The media server is killed during a call of two browsers that run LiveKit's own client, and comes back without its rooms.
 * RESTART_OUTAGES (seconds, as 1,8,20) and RESTART_TIMES make it a measurement; the times go to standard output.
 */

vi.setConfig({ testTimeout: 600_000 });

const outages = (process.env.RESTART_OUTAGES ?? '1').split(',').map(Number);
const times = Number(process.env.RESTART_TIMES ?? '1');
/**
 * They see each other again within so many seconds of its return. Once among all the other tests, which take the same two
 * cores, it may take longer; and reached directly, for LiveKit's client pauses for up to ten seconds between its tries.
 */
const most = (where: 'embedded' | 'elsewhere'): number => (times > 1 && where === 'embedded' ? 10 : 40);

let browser: Browser;
let bare: BareClient;
beforeAll(async () => {
  browser = await launchBrowser();
  bare = await serveBareClient();
});
afterAll(async () => {
  await browser?.close();
  await bare?.stop();
});

const enter = async (client: Client, id: string, name: string): Promise<Page> => {
  const page = await (await browser.newContext()).newPage();
  await page.goto(bare.url);
  await enterBare(page, await invite(client, id, { name }));
  return page;
};

/**
 * Where clients reach LiveKit directly, one that knocks in the few milliseconds before its room is made gives up for good,
 * which no test can rule out: that is measured, and test/live/restart.test.ts sees how soon the rooms are there.
 */
const places = times > 1 ? (['embedded', 'elsewhere'] as const) : (['embedded'] as const);

const cases = places.flatMap((where) => outages.map((seconds) => ({ where, seconds })));

test.for(cases)(
  'LiveKit $where, away for $seconds s: both see each other again',
  async ({ where, seconds }, { onTestFinished }) => {
    const hall = await startLiveHall({ ownLiveKit: where });
    onTestFinished(() => hall.stop());
    const { client } = await hall.organisation();
    // A call of its own each time: LiveKit's client counts its tries on from one outage of a call to the next.
    for (let time = 0; time < times; time += 1) {
      const id = await openHall(client);
      const pages = [await enter(client, id, 'Ada'), await enter(client, id, 'Grace')];
      const seeEachOther = async (): Promise<void> => {
        const moving = await Promise.all(pages.map((page) => videoMoves(page, 'video', 30_000)));
        if (moving.includes(false)) throw new Error('a picture stands still');
      };
      await seeEachOther();

      const before = await Promise.all(pages.map(sightsOf));
      await hall.livekit.kill();
      await sleep(seconds * 1000);
      await hall.livekit.start();
      const back = performance.now();
      try {
        const areBack = async () =>
          expect((await Promise.all(pages.map(sightsOf))).every((sights, at) => sights > (before[at] ?? 0))).toBe(true);
        await eventually(areBack, 60_000);
        await seeEachOther();
      } catch (cause) {
        throw new Error(JSON.stringify(await Promise.all(pages.map(storyOf))), { cause });
      }
      const took = (performance.now() - back) / 1000;
      if (times > 1) process.stdout.write(`${where}, away ${seconds} s: back after ${took.toFixed(1)} s\n`);
      expect(took).toBeLessThan(most(where));
      await Promise.all(pages.map((page) => page.context().close()));
    }
  },
);
