import { expect, inject, onTestFinished, test } from 'vitest';
import { readFilm, strengthOf } from './read-film.ts';
import { record } from './record.ts';
import { testRoom } from './room.ts';
import { startTalker } from './talker.ts';

/** When something begins, in seconds: each step from below to above the threshold. */
const beginnings = (values: readonly { time: number; value: number }[], threshold: number): number[] =>
  values.flatMap(({ time, value }, index) => {
    const before = values[index - 1];
    return before !== undefined && before.value < threshold && value >= threshold ? [time] : [];
  });

test('a flash and a beep at once are at once in the recording, at the start and after a minute', {
  timeout: 150_000,
}, async () => {
  const room = await testRoom(inject('livekit'));
  await startTalker(await room.invite('Ada'), 'flash', onTestFinished);
  const capture = await record(room, onTestFinished);
  await capture.until(66);
  expect(await capture.stop()).toEqual({ reason: 'stopped' });

  const film = await readFilm(capture.fragments);
  const colours = await film.colours({ x: 540, y: 300, width: 200, height: 100 });
  const flashes = beginnings(
    colours.map(({ time, colour }) => ({ time, value: colour[1] })),
    128,
  );
  const sound = await film.sound();
  const step = 240; // 5 ms
  const beeps = beginnings(
    Array.from({ length: Math.floor(sound.length / step) }, (_, index) => ({
      time: (index * step) / 48_000,
      value: strengthOf(1000, sound.subarray(index * step, (index + 1) * step)),
    })),
    0.1,
  );
  const offsets = flashes.flatMap((flash) => {
    const beep = beeps.find((one) => Math.abs(one - flash) < 0.4);
    return beep === undefined ? [] : [{ at: flash, offset: beep - flash }];
  });
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
  const between = (from: number, to: number) =>
    median(offsets.filter(({ at }) => at >= from && at < to).map(({ offset }) => offset));
  expect(offsets.length).toBeGreaterThan(55);
  expect(Math.abs(between(0, 10))).toBeLessThan(0.12);
  expect(Math.abs(between(58, 66))).toBeLessThan(0.12);
});
