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
