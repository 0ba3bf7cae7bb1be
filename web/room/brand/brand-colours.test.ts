import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brandColours, contrast, parse } from './brand-colours.ts';

const schemes = [
  ['light', ['#f4f3ef', '#e9e7e1'], '#ffffff'],
  ['dark', ['#121413', '#272b2a'], '#1c1f1e'],
] as const;

test.each(schemes)('whatever colour is chosen, everything can be read on %s pages', (scheme, grounds, surface) => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
      const made = brandColours(`#${value.toString(16).padStart(6, '0')}`, scheme);
      const between = (one: string, other: string) => contrast(parse(one), parse(other));
      for (const ground of grounds) {
        expect(between(made.accent, ground)).toBeGreaterThanOrEqual(3);
        expect(between(made['accent-text'], ground)).toBeGreaterThanOrEqual(4.5);
      }
      expect(between(made['on-accent'], made.accent)).toBeGreaterThanOrEqual(4.5);
      expect(between(made['on-accent'], made['accent-hover'])).toBeGreaterThanOrEqual(4.5);
      expect(between(made['accent-text'], made['accent-soft'])).toBeGreaterThanOrEqual(4.5);
      expect(between(made['accent-text'], surface)).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

test('a colour that can be read stays as it is', () => {
  expect(brandColours('#1b6a55', 'light').accent).toBe('#1b6a55');
});

test('black and white are the ends of the scale', () => {
  expect(contrast(parse('#000000'), parse('#ffffff'))).toBeCloseTo(21);
});
