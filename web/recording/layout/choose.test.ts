import { expect, test } from 'vitest';
import { choose, leadOf } from './choose.ts';

const people = [
  { key: 'ada', heardAt: 0 },
  { key: 'bob', heardAt: 30 },
  { key: 'cleo', heardAt: 0 },
  { key: 'dan', heardAt: 70 },
];

test('with places for all, the order is that of coming', () => {
  expect(choose(people, 4)).toEqual(['ada', 'bob', 'cleo', 'dan']);
});

test('with fewer, those who were heard last are there, and of the silent ones those who came first', () => {
  expect(choose(people, 2)).toEqual(['bob', 'dan']);
  expect(choose(people, 3)).toEqual(['ada', 'bob', 'dan']);
});

test('the lead is whoever was heard last, else whoever came first', () => {
  expect(leadOf(people)).toBe('dan');
  expect(leadOf(people.map((one) => ({ ...one, heardAt: 0 })))).toBe('ada');
  expect(leadOf([])).toBeUndefined();
});
