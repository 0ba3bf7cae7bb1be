import { expect, test } from 'vitest';
import { readInvitation } from './invitation.ts';
import { keepToken } from './memory.ts';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenWith = (change: object = {}) =>
  `e30.${encode({ sub: 'part_1', name: 'Zoë 李雷', exp: 1_800_000_000, video: { room: 'hall_1', roomJoin: true }, ...change })}.sig`;
const read = (hash: string, pathname = '/halls/hall_1') => readInvitation({ pathname, hash });

test('the link says who is invited, where, and until when', () => {
  expect(read(`#token=${tokenWith()}`)).toEqual({
    invitation: {
      token: tokenWith(),
      hallId: 'hall_1',
      participantId: 'part_1',
      expiresAt: 1_800_000_000_000,
    },
  });
});

test.each(['', '#', '#token=', '#other=1'])('%j has no token', (hash) => {
  expect(read(hash)).toEqual({ trouble: 'link_missing' });
});

test.each([
  ['not a JWT', 'abc'],
  ['cut off', tokenWith().slice(0, 60)],
  ['without a room', tokenWith({ video: {} })],
  ['without an end', tokenWith({ exp: undefined })],
  ['of another hall', tokenWith({ video: { room: 'hall_2' } })],
])('a token that is %s makes no invitation', (_, token) => {
  expect(read(`#token=${token}`)).toEqual({ trouble: 'link_invalid' });
});

test('a token that was renewed during the call replaces the one of the link', () => {
  const visitor = { hallId: 'hall_3', participantId: 'part_3' };
  const issued = tokenWith({ sub: 'part_3', video: { room: 'hall_3' } });
  const renewed = tokenWith({ sub: 'part_3', video: { room: 'hall_3' }, exp: 1_800_000_600 });
  keepToken(visitor, renewed);
  expect(read(`#token=${issued}`, '/halls/hall_3')).toMatchObject({ invitation: { token: renewed } });
});
