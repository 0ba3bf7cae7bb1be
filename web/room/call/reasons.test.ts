import { ConnectionError, DisconnectReason } from 'livekit-client';
import { expect, test } from 'vitest';
import { endingOfCall, endingOfRefusal } from './reasons.ts';

test.each([
  [DisconnectReason.CLIENT_INITIATED, 'left'],
  [DisconnectReason.DUPLICATE_IDENTITY, 'duplicate'],
  [DisconnectReason.PARTICIPANT_REMOVED, 'removed'],
  [DisconnectReason.ROOM_DELETED, 'closed'],
  [DisconnectReason.SERVER_SHUTDOWN, 'lost'],
  [undefined, 'lost'],
])('a call that ends with reason %s', (reason, ending) => {
  expect(endingOfCall(reason)).toBe(ending);
});

const before = { hasJoined: false, isWelcome: false };

test.each([
  [
    'an expired token',
    ConnectionError.notAllowed('invalid token: token is expired (exp)', 401),
    before,
    'link_expired',
  ],
  ['a forged token', ConnectionError.notAllowed('invalid token', 401), before, 'link_invalid'],
  ['a room that is gone', ConnectionError.notAllowed('requested room does not exist', 404), before, 'closed'],
  ['no answer', ConnectionError.serverUnreachable('Failed to fetch'), before, 'unreachable'],
  ['a refusal though welcome', ConnectionError.websocket('failed'), { hasJoined: false, isWelcome: true }, 'full'],
  ['a refusal by a proxy', ConnectionError.websocket('failed'), before, 'unreachable'],
  [
    'media that never connects',
    ConnectionError.internal('no pc'),
    { hasJoined: true, isWelcome: true },
    'media_blocked',
  ],
  ['anything else', new Error('?'), before, 'unknown'],
])('an entrance that fails with %s', (_, error, circumstances, ending) => {
  expect(endingOfRefusal(error, circumstances)).toBe(ending);
});
