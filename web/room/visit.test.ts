import { expect, test } from 'vitest';
import { next, type Visit } from './visit.ts';

const entrance = {
  invitation: { token: 't', hallId: 'h', participantId: 'p', name: '', expiresAt: 0, publishes: true },
  serverUrl: 'wss://media.example',
};

test('a visit goes from the link over the device check into the call', () => {
  const check = next({ at: 'opening' }, { type: 'opened', entrance });
  expect(check).toEqual({ at: 'check', entrance });
  expect(next(check, { type: 'join' })).toEqual({ at: 'entering', entrance });
});

test('the first ending stands: what follows from leaving must not replace it', () => {
  const over: Visit = { at: 'over', ending: 'removed' };
  expect(next(over, { type: 'ended', ending: 'lost' })).toBe(over);
});

test('after the end, everything begins anew', () => {
  expect(next({ at: 'over', ending: 'left' }, { type: 'again' })).toEqual({ at: 'opening' });
});

test('what comes late changes nothing', () => {
  const opening: Visit = { at: 'opening' };
  expect(next(opening, { type: 'join' })).toBe(opening);
  expect(next(opening, { type: 'again' })).toBe(opening);
});
