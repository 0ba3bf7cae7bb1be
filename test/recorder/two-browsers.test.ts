import { expect, inject, onTestFinished, test } from 'vitest';
import { isNear, type Rgb, readFilm, strengthsOf } from './read-film.ts';
import { record } from './record.ts';
import { testRoom } from './room.ts';
import { startTalker } from './talker.ts';

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

test('two people in real browsers are in the recording with picture and voice', { timeout: 90_000 }, async () => {
  const room = await testRoom(inject('livekit'));
  const ada = await startTalker(await room.invite('Ada'), { colour: '0xc82828', hertz: 440 }, onTestFinished);
  await startTalker(await room.invite('Bob'), { colour: '0x283cc8', hertz: 880 }, onTestFinished);
  const capture = await record(room, onTestFinished);
  await capture.until(8);
  const muted = capture.seconds;
  await ada.mute();
  await capture.until(muted + 4);
  expect(await capture.stop()).toEqual({ reason: 'stopped' });

  const film = await readFilm(capture.fragments);
  expect(film.video).toMatchObject({ codec: 'h264', width: 1280, height: 720 });
  expect(['aac', 'opus']).toContain(film.audio.codec);
  expect(film.audio).toMatchObject({ sampleRate: 48_000, channels: 2 });
  expect(film.video.seconds).toBeCloseTo(film.audio.seconds, 0);
  // Far fewer than 25 only where the machine is busy with something else.
  expect(film.video.frames / film.video.seconds).toBeGreaterThan(12);

  const [red, blue]: Rgb[] = [
    [200, 40, 40],
    [40, 60, 200],
  ];
  const left = await film.colours({ x: 200, y: 200, width: 200, height: 60 });
  const right = await film.colours({ x: 860, y: 200, width: 200, height: 60 });
  const during = (from: number, to: number) => (one: { time: number }) => one.time > from && one.time < to;
  expect(left.filter(during(4, muted)).every(({ colour }) => isNear(colour, red ?? [0, 0, 0]))).toBe(true);
  expect(right.filter(during(4, muted + 3)).every(({ colour }) => isNear(colour, blue ?? [0, 0, 0]))).toBe(true);
  // A camera that is switched off goes over to the initial's ground; no black frame comes between.
  expect(left.filter(during(4, muted + 3)).filter(({ colour }) => Math.max(...colour) < 34)).toEqual([]);
  expect(left.filter(during(muted + 2, muted + 3)).some(({ colour }) => isNear(colour, red ?? [0, 0, 0]))).toBe(false);

  const sound = await film.sound();
  const before = (tone: number[]) => mean(tone.slice(40, Math.floor(muted * 10)));
  const after = (tone: number[]) => mean(tone.slice(Math.ceil(muted * 10) + 15, Math.ceil(muted * 10) + 30));
  const [low, high] = [strengthsOf(440, sound), strengthsOf(880, sound)];
  expect(before(low)).toBeGreaterThan(0.05);
  expect(before(high)).toBeGreaterThan(0.05);
  expect(after(low)).toBeLessThan(0.01);
  expect(after(high)).toBeGreaterThan(0.05);
});
