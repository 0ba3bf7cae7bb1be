import { expect, test } from 'vitest';
import { Bucket } from './bucket.ts';

const start = 1_789_000_000e6;

test('holds no more than the limit, however much is counted', () => {
  const bucket = new Bucket('a');
  for (let request = 0; request < 1_000; request++) bucket.add(start + request, 10);
  expect(bucket.count).toBe(10);
  expect(bucket.at(0, 0)).toBe(start + 990);
  expect(bucket.at(9, 0)).toBe(start + 999);
  expect(bucket.at(10, 7)).toBe(7);
});

test('holds no more than the window, though nobody asks', () => {
  const bucket = new Bucket('a');
  for (let request = 0; request < 1_000; request++) bucket.add(start + request * 25e6, 100);
  expect(bucket.count).toBe(3);
});

test('is idle as soon as its last request has left', () => {
  const bucket = new Bucket('a');
  bucket.add(start, 10);
  expect(bucket.isIdle(start + 60e6 - 1)).toBe(false);
  expect(bucket.isIdle(start + 60e6)).toBe(true);
});
