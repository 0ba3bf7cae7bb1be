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

const welcome = { hasJoined: false, verdict: undefined };

test.each([
  ['a room that is gone', ConnectionError.notAllowed('requested room does not exist', 404), welcome, 'unreachable'],
  ['a forged token', ConnectionError.notAllowed('invalid token', 401), welcome, 'link_invalid'],
  ['no answer', ConnectionError.serverUnreachable('Failed to fetch'), welcome, 'unreachable'],
  ['a refusal though welcome', ConnectionError.websocket('failed'), welcome, 'full'],
  ['media that never connects', ConnectionError.internal('no pc'), { ...welcome, hasJoined: true }, 'media_blocked'],
  ['anything else', new Error('?'), welcome, 'unknown'],
  [
    'a reason that Hall knows better',
    ConnectionError.notAllowed('requested room does not exist', 404),
    { hasJoined: false, verdict: { ending: 'closed' as const, isDefinite: true } },
    'closed',
  ],
])('an entrance that fails with %s', (_, error, circumstances, ending) => {
  expect(endingOfRefusal(error, circumstances)).toBe(ending);
});
