import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashKey, isWellFormedKey, keyHint, makeKey } from './api-key.ts';

const alphabet = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];

test('a key is hall_live_, 32 random characters and a checksum of six, and none comes twice', () => {
  const keys = Array.from({ length: 2_000 }, makeKey);
  for (const key of keys) {
    expect(key).toMatch(/^hall_live_[0-9A-Za-z]{38}$/);
    expect(isWellFormedKey(key)).toBe(true);
  }
  expect(new Set(keys).size).toBe(keys.length);
  const seen = new Set(keys.flatMap((key) => [...key.slice(10, 42)]));
  expect(seen.size, 'every character is used').toBe(alphabet.length);
});

test('one wrong character is noticed, wherever it is', () => {
  const key = makeKey();
  for (let place = 0; place < key.length; place += 1) {
    for (const other of [...alphabet, '_', ' ']) {
      if (other === key[place]) continue;
      expect(isWellFormedKey(key.slice(0, place) + other + key.slice(place + 1))).toBe(false);
    }
  }
});

test('two characters in each other’s place are noticed', () => {
  const key = makeKey();
  for (let place = 0; place + 1 < key.length; place += 1) {
    const [one = '', two = ''] = [key[place], key[place + 1]];
    if (one === two) continue;
    expect(isWellFormedKey(key.slice(0, place) + two + one + key.slice(place + 2))).toBe(false);
  }
});

test('no other text is a key', () => {
  const key = makeKey();
  for (const other of [
    '',
    'hall_live_',
    key.slice(0, -1),
    `${key}0`,
    `${key}\n`,
    ` ${key}`,
    key.replace('live', 'test'),
    key.toLowerCase(),
  ]) {
    expect(isWellFormedKey(other), other).toBe(false);
  }
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^hall_live_[0-9A-Za-z]{38}$/)), (text) => {
      expect(isWellFormedKey(text)).toBe(false);
    }),
  );
});

test('the checksum is what scanners compute: CRC-32 of the random part in base 62', () => {
  expect(isWellFormedKey(`hall_live_${'0'.repeat(32)}2wjyrI`)).toBe(true);
  expect(isWellFormedKey(`hall_live_${'0'.repeat(32)}2wjyrJ`)).toBe(false);
});

test('what is kept of a key: its SHA-256, and its end for people', () => {
  expect(hashKey('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(keyHint('hall_live_abcd')).toBe('abcd');
});
