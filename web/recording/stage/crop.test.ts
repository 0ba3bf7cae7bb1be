import { expect, test } from 'vitest';
import { contain, cover } from './crop.ts';

test('a wide picture loses its sides in a narrow tile', () => {
  expect(cover({ width: 1280, height: 720 }, { width: 400, height: 300 })).toEqual({
    x: 160,
    y: 0,
    width: 960,
    height: 720,
  });
});

test('an upright picture loses its top and bottom in a wide tile', () => {
  expect(cover({ width: 720, height: 1280 }, { width: 160, height: 90 })).toEqual({
    x: 0,
    y: 437.5,
    width: 720,
    height: 405,
  });
});

test('a screen is whole and in the middle', () => {
  const tile = { x: 16, y: 16, width: 1000, height: 600 };
  expect(contain({ width: 1920, height: 1080 }, tile)).toEqual({ x: 16, y: 35, width: 1000, height: 563 });
  expect(contain({ width: 1000, height: 1200 }, tile)).toEqual({ x: 266, y: 16, width: 500, height: 600 });
});
