import { expect, inject, onTestFinished, test } from 'vitest';
import { arrange, type Rect, type Scene } from '../../web/recording/layout/arrange.ts';
import { shadeOf } from '../../web/shared/initial.ts';
import { enterAsGuest } from './guest.ts';
import { type Film, isNear, type Rgb, readFilm, type Spot, strengthsOf } from './read-film.ts';
import { record } from './record.ts';
import { testRoom } from './room.ts';
import { blue, green, red, within } from './spots.ts';

const spotOf = (key: string, scene: Partial<Scene>): Spot => {
  const place = arrange({ layout: 'grid', faces: [], screens: [], ...scene }).get(key);
  if (place === undefined) throw new Error(`no place for ${key}`);
  return within(place);
};

/** When a spot shows a colour: the times of its first and last frame. */
const seen = async (film: Film, spot: Spot, colour: Rgb): Promise<{ from: number; to: number }> => {
  const times = (await film.colours(spot)).filter((one) => isNear(one.colour, colour)).map(({ time }) => time);
  return { from: times[0] ?? Number.NaN, to: times.at(-1) ?? Number.NaN };
};

test('people come, share, hide and leave, and nothing flashes between', { timeout: 90_000 }, async () => {
  const room = await testRoom(inject('livekit'));
  const ada = await enterAsGuest(await room.invite('Ada'), onTestFinished);
  await ada.film(red);
  await ada.speak(440);
  const capture = await record(room, onTestFinished);
  const marks = { join: 0, share: 0, unshare: 0, hide: 0, empty: 0 };
  let last = 0;
  const after = async (seconds: number): Promise<number> => {
    await capture.until(last + seconds);
    last = capture.seconds;
    return last;
  };
  marks.join = await after(3);
  const bob = await enterAsGuest(await room.invite('Bob'), onTestFinished);
  await bob.film(blue);
  await bob.speak(660);
  marks.share = await after(5);
  await ada.share(green);
  marks.unshare = await after(5);
  await ada.unshare();
  marks.hide = await after(3);
  await ada.hide();
  await after(3);
  await bob.leave();
  marks.empty = await after(3);
  await ada.leave();
  await after(3);
  expect(await capture.stop()).toEqual({ reason: 'stopped' });
  await check(await readFilm(capture.fragments), marks);
});

type Marks = Record<'join' | 'share' | 'unshare' | 'hide' | 'empty', number>;

const check = async (film: Film, marks: Marks): Promise<void> => {
  const [ada, bob] = ['face Ada', 'face Bob'];
  const alone = { faces: [ada] };
  const both = { faces: [ada, bob] };
  const withScreen = { ...both, screens: ['screen Ada'] };

  // Each where the layout says, from soon after the change on.
  expect((await seen(film, spotOf(ada, alone), red)).from).toBeLessThan(2);
  expect((await seen(film, spotOf(bob, both), blue)).from).toBeLessThan(marks.join + 4);
  const screen = await seen(film, spotOf('screen Ada', withScreen), green);
  expect(screen.from).toBeGreaterThan(marks.share - 0.1);
  expect(screen.from).toBeLessThan(marks.share + 3);
  expect(screen.to).toBeLessThan(marks.unshare + 3);
  const aside = await seen(film, spotOf(bob, withScreen), blue);
  expect(aside.to - aside.from).toBeGreaterThan(2);

  // Hidden: the initial on the person's own colour.
  const { x, y, width, height } = arrange({ layout: 'grid', faces: [ada], screens: [] }).get(ada) ?? ({} as Rect);
  const disc = { x: x + width / 2 - 80, y: y + height / 2 - 4, width: 20, height: 8 };
  const shade = shadeOf('Ada');
  const shadeRgb = [1, 3, 5].map((at) => Number.parseInt(shade.slice(at, at + 2), 16)) as unknown as Rgb;
  const initial = await seen(film, disc, shadeRgb);
  expect(initial.to).toBeGreaterThan(marks.empty - 0.5);

  // In the middle of each picture there is always somebody: never black, not in one frame, from the first picture on.
  const first = (await seen(film, spotOf(ada, alone), red)).from;
  const faceOfAda = await film.colours(spotOf(ada, both));
  const flashes = faceOfAda.filter(
    ({ time, colour }) => time > first && time < marks.empty && Math.max(...colour) < 30,
  );
  expect(flashes).toEqual([]);

  // Both voices while both are there, then one, then silence, and no time lost.
  const sound = await film.sound();
  const strength = { ada: strengthsOf(440, sound), bob: strengthsOf(660, sound) };
  const at = (seconds: number) => Math.round(seconds * 10);
  const mean = (values: number[], from: number, to: number) =>
    values.slice(at(from), at(to)).reduce((sum, value) => sum + value, 0) / (at(to) - at(from));
  const { share } = marks;
  expect(mean(strength.ada, share, share + 4)).toBeGreaterThan(0.1);
  expect(mean(strength.bob, share, share + 4)).toBeGreaterThan(0.1);
  expect(mean(strength.bob, 0, 2)).toBeLessThan(0.01);
  const end = film.video.seconds;
  expect(mean(strength.ada, end - 1.5, end - 0.5)).toBeLessThan(0.01);
  expect(Math.abs(film.audio.seconds - film.video.seconds)).toBeLessThan(0.3);
};
