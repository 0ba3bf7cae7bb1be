import { expect, test } from 'vitest';
import type { Call } from './call/enter.ts';
import { hallApi } from './hall-api.ts';
import { type Entrance, next, type Visit, viewOf } from './visit.ts';

const entrance: Entrance = {
  invitation: { token: 't', hallId: 'h', participantId: 'p', expiresAt: 0 },
  api: hallApi(() => 't'),
  view: {
    hall: { name: 'Algebra', expiresAt: 0 },
    organisation: { name: 'School', logoUrl: undefined, colour: undefined },
    participant: { name: 'Ada', role: 'participant' },
    serverUrl: 'wss://media.example',
    clockAhead: 0,
  },
};
/** A visit does not look into its call, except for the entrance. */
const call = { entrance } as Call;

test('a visit goes from the link over the device check into the call', () => {
  const check = next({ at: 'opening' }, { type: 'opened', entrance });
  expect(check).toEqual({ at: 'check', entrance });
  expect(next(check, { type: 'join' })).toEqual({ at: 'entering', entrance });
});

test('whoever is dropped is still inside, and comes back', () => {
  const inside = next({ at: 'entering', entrance }, { type: 'entered', call });
  const away = next(inside, { type: 'dropped' });
  expect(away).toEqual({ at: 'inside', call, isReturning: true });
  expect(next(away, { type: 'returned' })).toEqual(inside);
});

test('what is known of the hall is known to the end', () => {
  const over = next({ at: 'inside', call, isReturning: false }, { type: 'ended', ending: 'closed' });
  expect(viewOf(over)).toBe(entrance.view);
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
