import { expect, inject, onTestFinished, test } from 'vitest';
import { arrange, type Layout, type Rect } from '../../web/recording/layout/arrange.ts';
import { eventually } from '../setup/eventually.ts';
import { startWorker, type Template } from './egress-worker.ts';
import { isNear, type Rgb, type Spot, strengthOf } from './read-film.ts';
import { testRoom } from './room.ts';
import { blue, red, within } from './spots.ts';
import { startTalker } from './talker.ts';

const ground: Rgb = [18, 20, 19];

const placesIn = (layout: Layout): Rect[] => [...arrange({ layout, faces: ['Ada', 'Bob'], screens: [] }).values()];

/** Both halves of the large tile, then of the small one. In a grid the large one's would be two people's. */
const spotsOfSpeaker = (): Spot[] =>
  placesIn('speaker').flatMap((place) => {
    const half = { ...place, width: place.width / 2 };
    return [half, { ...half, x: place.x + half.width }].map(within);
  });

/** Between the tiles and the window's edges. */
const corners: Spot[] = [0, 1276].flatMap((x) => [0, 716].map((y) => ({ x, y, width: 4, height: 4 })));

const hearsBoth = async ({ heard }: Template): Promise<void> => {
  const { state, samples } = await heard();
  expect(state).toBe('running');
  for (const hertz of [440, 880]) expect(strengthOf(hertz, samples)).toBeGreaterThan(0.05);
};

test('a worker sees and hears two people, from the start to the end of the hall', { timeout: 180_000 }, async () => {
  const livekit = inject('livekit');
  const room = await testRoom(livekit);
  await startTalker(await room.invite('Ada'), { colour: '0xc82828', hertz: 440 }, onTestFinished);
  await startTalker(await room.invite('Bob'), { colour: '0x283cc8', hertz: 880 }, onTestFinished);
  const worker = await startWorker(livekit.url, onTestFinished);
  const { token, url } = await room.inviteEgress();
  const template = await worker.open({ title: 'Physics 101', layout: 'grid', url, token });
  await eventually(() => expect(template.said).toEqual(['START_RECORDING']));
  for (const colour of await template.colours(...corners)) expect(isNear(colour, ground, 4), `${colour}`).toBe(true);

  await eventually(async () => {
    const [left = ground, right = ground] = await template.colours(...placesIn('grid').map(within));
    expect([isNear(left, red), isNear(right, blue)], `${left} ${right}`).toEqual([true, true]);
  });
  await eventually(() => hearsBoth(template));
  const scrolls =
    'document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth';
  expect(await template.page.evaluate(scrolls)).toBe(false);

  const speaker = await worker.open({ layout: 'speaker', ...(await room.inviteEgress()) }, true);
  await eventually(() => hearsBoth(speaker));
  expect((await speaker.heard()).sink).toBe('');
  await eventually(async () => {
    const shown = await speaker.colours(...spotsOfSpeaker());
    const whom = shown.map((one) => [red, blue].findIndex((colour) => isNear(one, colour)));
    expect(['0,0,1,1', '1,1,0,0'], `${shown}`).toContain(String(whom));
  });

  // The secret went to LiveKit alone, and whoever looks at the page later does not find it.
  expect(template.page.url()).toMatch(/\/recording-layout$/);
  expect(worker.requests.filter((one) => one.includes(token))).toEqual([
    expect.stringMatching(/^\/recording-layout\?/),
  ]);

  expect([...template.complaints, ...speaker.complaints]).toEqual([]);
  await room.end();
  for (const { said } of [template, speaker]) {
    // At once where LiveKit's word of the end arrives; else after the minute in which the hall might have come back.
    await eventually(() => expect(said).toEqual(['START_RECORDING', 'END_RECORDING']), 75_000);
  }
});

test.for([
  ['the token', { url: 'ws://127.0.0.1:1' }, '“token” is missing'],
  ['LiveKit’s address', { token: 'the-token' }, '“url” is missing'],
  ['a WebSocket’s address', { url: 'http://127.0.0.1:1', token: 'the-token' }, 'ws:// or wss://'],
] as const)('without %s the worker finds a fault when the page has loaded', async ([, query, words]) => {
  const worker = await startWorker(inject('livekit').url, onTestFinished);
  const template = await worker.open({ layout: 'grid', ...query });
  const fault = await template.fault();
  expect(fault).toContain(words);
  expect(fault).not.toContain('the-token');
  expect(template.page.url()).toMatch(/\/recording-layout$/);
  expect(template.said).toEqual([]);
});

test.for([
  ['LiveKit refuses the token', 'a token', inject('livekit').url],
  ['the policy names another LiveKit', 'the policy', 'ws://127.0.0.1:7880'],
] as const)('%s: no start, an end at once, and a fault without the token', async ([, wrong, allowed]) => {
  const room = await testRoom(inject('livekit'));
  const worker = await startWorker(allowed, onTestFinished);
  const { url, token } = await room.inviteEgress();
  const given = wrong === 'a token' ? `${token}x` : token;
  const template = await worker.open({ layout: 'grid', url, token: given });
  await eventually(() => expect(template.said).toEqual(['END_RECORDING']));
  const fault = await template.fault();
  expect(fault).toContain('The hall could not be entered');
  expect(fault).not.toContain(token);
});
