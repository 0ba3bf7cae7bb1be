import { expect, test } from 'vitest';
import { isId, newId } from './ids.ts';

test('ids are a prefix and a ULID of this moment, in lower case', () => {
  const before = Date.now();
  const id = newId('hall');
  expect(id).toMatch(/^hall_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
  const time = [...id.slice(5, 15)].reduce((sum, digit) => sum * 32 + alphabet.indexOf(digit), 0);
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThanOrEqual(Date.now());
});

test('the ids of a process rise strictly, and none comes twice', () => {
  const ids = Array.from({ length: 20_000 }, () => newId('hall'));
  expect(ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? ''))).toBe(true);
});

test('the random part is random in every place', () => {
  // One id for each millisecond: within one, ids only count up.
  const places = Array.from({ length: 16 }, () => new Set<string>());
  for (let last = 0, count = 0; count < 200; ) {
    if (Date.now() === last) continue;
    last = Date.now();
    count += 1;
    for (const [place, digit] of [...newId('key').slice(-16)].entries()) places[place]?.add(digit);
  }
  for (const seen of places) expect(seen.size).toBeGreaterThan(20);
});

test('isId knows its own prefix and form alone', () => {
  const id = newId('hall');
  expect(isId('hall', id)).toBe(true);
  for (const other of [
    '',
    'hall_',
    id.toUpperCase(),
    `${id}0`,
    id.slice(0, -1),
    ` ${id}`,
    `${id}\n`,
    id.replace('hall', 'part'),
  ]) {
    expect(isId('hall', other), other).toBe(false);
  }
  expect(isId('hall', `hall_8${id.slice(6)}`), 'a time beyond 48 bits').toBe(false);
  for (const letter of 'ilou') expect(isId('hall', id.slice(0, -1) + letter), letter).toBe(false);
});
