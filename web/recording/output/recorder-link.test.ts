import { afterEach, expect, test, vi } from 'vitest';
import { type Piece, RecorderLink } from './recorder-link.ts';

afterEach(() => void vi.unstubAllGlobals());

const piece = (time: number): Piece => ({ kind: 'media', bytes: new Uint8Array([time]), time, duration: 1 });

/** A recorder whose answers come when the test lets them. */
const slowRecorder = () => {
  const asked: { url: string; answer: (status: number) => void }[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    const { promise, resolve } = Promise.withResolvers<{ ok: boolean; status: number }>();
    asked.push({ url, answer: (status) => resolve({ ok: status < 400, status }) });
    return promise;
  });
  return asked;
};

test('pieces are handed over in their order, each after the answer to the one before', async () => {
  const asked = slowRecorder();
  const link = new RecorderLink('secret', () => {});
  for (const time of [0, 1, 2]) link.give(piece(time));
  for (const count of [1, 2, 3]) {
    await expect.poll(() => asked.length).toBe(count);
    expect(asked[count - 1]?.url).toBe(`/secret/fragment?kind=media&time=${count - 1}&duration=1`);
    asked[count - 1]?.answer(204);
  }
  await link.given();
});

test('what is not taken is told once', async () => {
  const asked = slowRecorder();
  const faults: unknown[] = [];
  const link = new RecorderLink('secret', (error) => faults.push(error));
  link.give(piece(0));
  asked[0]?.answer(500);
  await link.given();
  expect(faults).toEqual([new Error('the recorder answers 500')]);
});

test('a minute may wait, and no more', () => {
  slowRecorder();
  const link = new RecorderLink('secret', () => {});
  link.give(piece(0));
  for (let time = 1; time <= 60; time++) link.give(piece(time));
  expect(() => link.give(piece(61))).toThrow('does not take');
});
