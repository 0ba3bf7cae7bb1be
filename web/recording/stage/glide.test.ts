import { expect, test } from 'vitest';
import { Glide, GlidingRect } from './glide.ts';

test('a glide goes from where it is to its target, without a jump, and rests there', () => {
  const glide = new Glide(0);
  expect(glide.isMoving(1000)).toBe(false);
  glide.moveTo(100, 1000);
  const way = [1000, 1080, 1160, 1240, 1320, 5000].map((now) => glide.at(now));
  expect(way[0]).toBe(0);
  expect(way).toEqual([...way].sort((a, b) => a - b));
  expect(way.at(-1)).toBe(100);
  expect(glide.isMoving(1319)).toBe(true);
  expect(glide.isMoving(1320)).toBe(false);
});

test('a new target on the way is taken up from there', () => {
  const glide = new Glide(0);
  glide.moveTo(100, 0);
  const middle = glide.at(100);
  glide.moveTo(0, 100);
  expect(glide.at(100)).toBe(middle);
  expect(glide.at(1000)).toBe(0);
});

test('the same target again starts nothing', () => {
  const glide = new Glide(5);
  glide.moveTo(5, 100);
  expect(glide.isMoving(101)).toBe(false);
});

test('a place glides with all its sides, in whole pixels', () => {
  const rect = new GlidingRect({ x: 0, y: 0, width: 10, height: 10 });
  rect.moveTo({ x: 101, y: 3, width: 33, height: 21 }, 0);
  for (const side of Object.values(rect.at(111))) expect(side).toBe(Math.round(side));
  expect(rect.at(400)).toEqual({ x: 101, y: 3, width: 33, height: 21 });
  expect(rect.isMoving(400)).toBe(false);
});
