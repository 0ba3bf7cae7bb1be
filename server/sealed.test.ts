import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sealWith } from './sealed.ts';

const seal = sealWith('a secret key that is only for tests');

test('what was closed opens again, whatever it says', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (plain, context) => {
      // Half a surrogate pair has no form in UTF-8.
      fc.pre(plain.isWellFormed());
      expect(seal.open(seal.close(plain, context), context)).toBe(plain);
    }),
  );
});

test('the same text is never closed the same way twice, and cannot be read', () => {
  const [one, two] = [seal.close('a readable name', 'x'), seal.close('a readable name', 'x')];
  expect(one.equals(two)).toBe(false);
  expect(one.includes('readable')).toBe(false);
});

test('another instance with the same key opens it', () => {
  expect(sealWith('a secret key that is only for tests').open(seal.close('a', 'x'), 'x')).toBe('a');
});

describe('when the key is changed', () => {
  const secret = 'a secret key that is only for tests';
  const next = 'the next key, which is only for tests';
  const changing = sealWith(next, secret);

  test('both keys open, and what is closed from then on needs the present one alone', () => {
    expect(changing.open(seal.close('a', 'x'), 'x')).toBe('a');
    expect(sealWith(secret, next).open(changing.close('b', 'x'), 'x')).toBe('b');
    expect(sealWith(next).open(changing.close('b', 'x'), 'x')).toBe('b');
  });

  test('what is renewed needs the present one alone, and keeps its text and its place', () => {
    const renewed = changing.renew(seal.close('a readable name', 'row 1'), 'row 1');
    expect(renewed.subarray(0, changing.mark.length)).toEqual(changing.mark);
    expect(sealWith(next).open(renewed, 'row 1')).toBe('a readable name');
    expect(() => sealWith(next).open(renewed, 'row 2')).toThrow();
    expect(() => changing.renew(seal.close('a', 'row 1'), 'row 2')).toThrow();
    expect(() => sealWith(next).renew(seal.close('a', 'row 1'), 'row 1')).toThrow();
  });

  test('the mark tells the keys apart, and another instance has the same', () => {
    expect(changing.mark).toEqual(sealWith(next).mark);
    expect(changing.mark).not.toEqual(seal.mark);
  });
});

describe('closed as the first versions of Hall did', () => {
  // Made with version 1, of the context "row 1".
  const old = Buffer.from(
    '016ab89340d52ab525af25e1c48029d54fb6a31e018c7cb47303de9290b1af33adad9ac5e7209569466d8d81',
    'hex',
  );

  test('opens with the key of then, present or previous, and nowhere else', () => {
    expect(seal.open(old, 'row 1')).toBe('a readable name');
    expect(
      sealWith('the next key, which is only for tests', 'a secret key that is only for tests').open(old, 'row 1'),
    ).toBe('a readable name');
    expect(() => seal.open(old, 'row 2')).toThrow();
    expect(() => sealWith('the next key, which is only for tests').open(old, 'row 1')).toThrow();
  });

  test('is renewed in the present form', () => {
    const renewed = seal.renew(old, 'row 1');
    expect(renewed.subarray(0, seal.mark.length)).toEqual(seal.mark);
    expect(seal.open(renewed, 'row 1')).toBe('a readable name');
  });
});

describe('does not open', () => {
  const sealed = seal.close('a readable name', 'row 1');

  test('in another row', () => {
    expect(() => seal.open(sealed, 'row 2')).toThrow();
  });

  test('with another key', () => {
    expect(() => sealWith('another secret key, only for tests').open(sealed, 'row 1')).toThrow();
  });

  test('with any bit changed', () => {
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Buffer.from(sealed);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => seal.open(changed, 'row 1'), `bit ${bit}`).toThrow();
    }
  });

  test.for(['a readable name', ''])('cut off, anywhere: %j', (plain) => {
    const whole = seal.close(plain, 'row 1');
    for (let length = 0; length < whole.length; length += 1) {
      expect(() => seal.open(whole.subarray(0, length), 'row 1'), `${length} bytes`).toThrow();
    }
  });
});
