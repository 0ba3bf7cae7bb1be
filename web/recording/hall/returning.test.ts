import { expect, test } from 'vitest';
import { Returning } from './returning.ts';

const person = (key: string, track: string | undefined = `${key}’s camera`) => ({ key, track, isSpeaking: true });
const keys = (shown: readonly { key: string }[]) => shown.map(({ key }) => key);

test('those who leave while all is well are gone at once', () => {
  const returning = new Returning();
  returning.with([person('ada'), person('bob')], false, 0);
  expect(keys(returning.with([person('bob')], false, 1))).toEqual(['bob']);
});

test('during an outage everyone stays, and nobody speaks', () => {
  const returning = new Returning();
  returning.with([person('ada'), person('bob')], false, 0);
  expect(returning.with([], true, 100)).toEqual([
    { ...person('ada'), isSpeaking: false },
    { ...person('bob'), isSpeaking: false },
  ]);
});

test('after it each is replaced when back, in the old order, and newcomers follow', () => {
  const returning = new Returning();
  returning.with([person('ada'), person('bob')], false, 0);
  returning.with([], true, 100);
  const shown = returning.with([person('cleo'), person('bob', 'another camera')], false, 5000);
  expect(keys(shown)).toEqual(['ada', 'bob', 'cleo']);
  expect(shown[1]?.track).toBe('another camera');
});

test('the old picture stands until the new one is there', () => {
  const returning = new Returning();
  returning.with([person('ada')], false, 0);
  returning.with([], true, 100);
  const back = { key: 'ada', track: undefined, isSpeaking: false };
  expect(returning.with([back], false, 200)[0]?.track).toBe('ada’s camera');
});

test('whoever is not back after ten seconds has left', () => {
  const returning = new Returning();
  returning.with([person('ada'), person('bob')], false, 0);
  returning.with([], true, 100);
  expect(keys(returning.with([person('bob')], false, 200))).toEqual(['ada', 'bob']);
  expect(keys(returning.with([person('bob')], false, 10_201))).toEqual(['bob']);
});
