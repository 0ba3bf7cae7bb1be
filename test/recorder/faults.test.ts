import { fileURLToPath } from 'node:url';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startScript, until } from '../../server/embedded/testing/processes.ts';
import type { Fragment } from '../../server/recorder/capture/capture.ts';
import { findChromium } from '../browser/browser.ts';
import { eventually } from '../setup/eventually.ts';
import { browsersOf, isAlive } from './browser-processes.ts';
import { enterAsGuest } from './guest.ts';
import { readFilm } from './read-film.ts';
import { record } from './record.ts';
import { testRoom } from './room.ts';

const pages = async () => (await browsersOf(process.pid)).filter(({ command }) => command.includes('--type=renderer'));
const browsers = async () => (await browsersOf(process.pid)).filter(({ command }) => !command.includes('--type='));

const recordAda = async (wish: Parameters<typeof record>[2] = {}) => {
  const room = await testRoom(inject('livekit'));
  const ada = await enterAsGuest(await room.invite('Ada'), onTestFinished);
  await ada.film([200, 40, 40]);
  return { room, capture: await record(room, onTestFinished, wish) };
};

test.for([
  ['the browser is killed', browsers],
  ['its page is killed', pages],
] as const)(
  '%s: the capture ends at once, and what was recorded can be played',
  { timeout: 60_000 },
  async ([, victims]) => {
    const { capture } = await recordAda();
    await capture.until(3);
    const killed = await victims();
    expect(killed).not.toEqual([]);
    for (const { pid } of killed) process.kill(pid, 'SIGKILL');
    const since = performance.now();
    expect(await capture.ended).toMatchObject({ reason: 'browser_crashed' });
    expect(performance.now() - since).toBeLessThan(3_000);
    expect((await readFilm(capture.fragments)).video.seconds).toBeGreaterThanOrEqual(3);
    expect(await browsers()).toEqual([]);
  },
);

test('a page that hangs is given up after ten seconds', { timeout: 60_000 }, async () => {
  const { capture } = await recordAda();
  await capture.until(2);
  for (const { pid } of await pages()) process.kill(pid, 'SIGSTOP');
  const since = performance.now();
  expect(await capture.ended).toMatchObject({ reason: 'browser_crashed' });
  const seconds = (performance.now() - since) / 1000;
  expect(seconds).toBeGreaterThan(8.5);
  expect(seconds).toBeLessThan(13);
  expect(await browsers()).toEqual([]);
});

test('when the hall ends, all that happened in it is there', { timeout: 60_000 }, async () => {
  const { room, capture } = await recordAda();
  await capture.until(3);
  const before = capture.seconds;
  await room.end();
  expect(await capture.ended).toEqual({ reason: 'hall_ended' });
  expect((await readFilm(capture.fragments)).video.seconds).toBeGreaterThanOrEqual(before);
  expect(await capture.poster()).toBeDefined();
});

test('fragments come one at a time and wait for whoever takes them, and none is lost', {
  timeout: 60_000,
}, async () => {
  const taken: Fragment[] = [];
  const gate = Promise.withResolvers<void>();
  let atOnce = 0;
  const { capture } = await recordAda({
    onFragment: async (fragment) => {
      atOnce += 1;
      expect(atOnce).toBe(1);
      // Longer than a silent browser would be given.
      if (taken.length === 2) await gate.promise;
      taken.push(fragment);
      atOnce -= 1;
    },
  });
  await until(() => taken.length === 2, 20_000);
  setTimeout(gate.resolve, 12_000);
  await until(() => taken.length > 12, 30_000);
  expect(await capture.stop()).toEqual({ reason: 'stopped' });
  expect(taken[0]?.kind).toBe('init');
  const media = taken.slice(1);
  for (const [index, { kind, time }] of media.entries()) {
    expect(kind).toBe('media');
    const before = media[index - 1];
    expect(time).toBeCloseTo(before === undefined ? 0 : before.time + before.duration, 3);
  }
  expect((await readFilm(taken)).video.seconds).toBeGreaterThan(12);
});

test('a fragment that cannot be kept ends the capture with that fault', { timeout: 60_000 }, async () => {
  const fault = new Error('the disk is full');
  let taken = 0;
  const { capture } = await recordAda({
    onFragment: async () => {
      taken += 1;
      if (taken > 2) throw fault;
    },
  });
  expect(await capture.ended).toEqual({ reason: 'failed', error: fault });
  expect(await browsers()).toEqual([]);
});

test('without a hall there is no capture, and no browser is left', { timeout: 60_000 }, async () => {
  const room = await testRoom(inject('livekit'));
  const wrong = { ...room, inviteRecorder: async () => ({ ...(await room.inviteRecorder()), token: 'not a token' }) };
  await expect(record(wrong, onTestFinished)).rejects.toThrow();
  expect(await browsers()).toEqual([]);
});

test('a recorder that is killed leaves no browser behind', { timeout: 60_000 }, async () => {
  const room = await testRoom(inject('livekit'));
  const { url, token } = await room.inviteRecorder();
  const script = fileURLToPath(new URL('hold-capture.ts', import.meta.url));
  const held = await startScript(script, findChromium(), url, token);
  expect(held.firstLine).toBe('recording');
  const pids = (await browsersOf(held.pid)).map(({ pid }) => pid);
  expect(pids.length).toBeGreaterThan(2);
  held.process.kill('SIGKILL');
  await eventually(async () => expect(await isAlive(pids)).toBe(false), 10_000);
});
