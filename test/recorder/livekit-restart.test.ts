import { expect, onTestFinished, test } from 'vitest';
import { ownLiveKit } from '../setup/own-livekit.ts';
import { readFilm, strengthsOf } from './read-film.ts';
import { record } from './record.ts';
import { testRoom } from './room.ts';
import { startTalker } from './talker.ts';

test('LiveKit is killed and started again: the capture goes on, and misses some seconds', {
  timeout: 90_000,
}, async () => {
  const livekit = await ownLiveKit({ webhookUrl: 'http://127.0.0.1:9/nobody' });
  onTestFinished(() => livekit.stop());
  const room = await testRoom(livekit);
  await startTalker(await room.invite('Ada'), { colour: '0xc82828', hertz: 440 }, onTestFinished);
  const capture = await record(room, onTestFinished);
  await capture.until(4);
  const away = capture.seconds;
  await livekit.kill();
  await livekit.start();
  await room.make();
  await capture.until(away + 14);
  expect(await capture.stop()).toEqual({ reason: 'stopped' });

  const film = await readFilm(capture.fragments);
  const heard = strengthsOf(440, await film.sound()).map((strength) => strength > 0.02);
  const [from, to] = [Math.round(away * 10), heard.length - 10];
  expect(heard.slice(15, from - 5).every(Boolean)).toBe(true);
  const missed = heard.slice(from, to).filter((one) => !one).length / 10;
  expect(missed).toBeGreaterThan(0);
  expect(missed).toBeLessThan(5);
  expect(heard.slice(to - 20, to).every(Boolean)).toBe(true);
  // The last picture stands meanwhile: the stage never empties.
  const colours = await film.colours({ x: 500, y: 200, width: 200, height: 100 });
  expect(colours.filter(({ time, colour }) => time > 2 && colour[0] < 120)).toEqual([]);
});
