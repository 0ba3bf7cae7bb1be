import { expect, test } from 'vitest';
import { mediaEvent, signatureOf } from '../../test/setup/media-event.ts';
import { readLiveKitEvent } from './livekit-event.ts';

const signer = { apiKey: 'APItest', apiSecret: 'a secret that is only for tests, and long' };
const read = (event: object) => {
  const body = JSON.stringify(event);
  return readLiveKitEvent(Buffer.from(body), signatureOf(body, signer), signer);
};
const arrival = (identity: string) =>
  mediaEvent({ event: 'participant_joined', room: 'hall_1', identity, session: 'PA_1' });

test('somebody came or went', () => {
  expect(read(arrival('part_1'))).toMatchObject({
    kind: 'arrival',
    room: 'hall_1',
    session: { participantId: 'part_1' },
  });
  expect(read({ ...arrival('part_1'), event: 'participant_left' })).toMatchObject({ kind: 'departure' });
});

test('recorders are nobody, Hall’s own and those of LiveKit Egress', () => {
  expect(read(arrival('rec_1'))).toBe('of no use');
  const { participant, ...event } = arrival('EG_1');
  expect(read({ ...event, participant: { ...participant, kind: 'EGRESS' } })).toBe('of no use');
});

test.for(['egress_started', 'egress_updated', 'egress_ended'])(
  '%s tells in which room Egress did something',
  (event) => {
    expect(read({ event, id: 'EV_1', egressInfo: { egressId: 'EG_1', roomName: 'hall_1' } })).toEqual({
      kind: 'egress',
      room: 'hall_1',
    });
  },
);

test('what is signed by another is not read', () => {
  const body = JSON.stringify(arrival('part_1'));
  const forged = signatureOf(body, { ...signer, apiSecret: 'another secret of the same length as that' });
  expect(readLiveKitEvent(Buffer.from(body), forged, signer)).toBeUndefined();
  expect(readLiveKitEvent(Buffer.from(`${body} `), signatureOf(body, signer), signer)).toBeUndefined();
});
