import { type RemoteParticipant, Room, RoomEvent } from 'livekit-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeMessage } from './data-message.ts';
import { Hands } from './hands.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const grace = { identity: 'grace' } as RemoteParticipant;
const ada = { identity: 'ada' } as RemoteParticipant;

/** A room to which nobody is connected, and what its page hears all the same. */
const listening = () => {
  const room = new Room();
  const hands = new Hands(room);
  room.emit(RoomEvent.Connected);
  return {
    room,
    raised: () => [...hands.raised.get().keys()],
    since: (identity: string) => hands.raised.get().get(identity),
    hear: (from: RemoteParticipant | undefined, message: object, topic = 'hall.hand') =>
      room.emit(RoomEvent.DataReceived, writeMessage(message), from, undefined, topic),
  };
};

test('hands go up and down as the others say', () => {
  const { hear, raised } = listening();
  hear(grace, { raised: true });
  hear(ada, { raised: true });
  hear(grace, { raised: false });
  expect(raised()).toEqual(['ada']);
});

test('a newcomer knows who was first', () => {
  const { hear, since } = listening();
  hear(grace, { raised: true, for_ms: 1_000 });
  hear(ada, { raised: true, for_ms: 60_000 });
  expect(since('grace')).toBe(Date.now() - 1_000);
  expect(since('ada')).toBe(Date.now() - 60_000);
});

test('a hand stays up as long as that is repeated, and whoever leaves takes theirs along', () => {
  const { room, hear, raised } = listening();
  hear(ada, { raised: true });
  for (let seconds = 0; seconds < 60; seconds += 5) {
    hear(grace, { raised: true });
    vi.advanceTimersByTime(5_000);
  }
  expect(raised()).toEqual(['grace']);
  room.emit(RoomEvent.ParticipantDisconnected, grace);
  expect(raised()).toEqual([]);
});

test('anything else that is sent raises nothing', () => {
  const { hear, raised, since } = listening();
  hear(grace, { raised: 'yes' });
  hear(grace, { raised: true }, 'hall.reaction');
  hear(undefined, { raised: true });
  expect(raised()).toEqual([]);
  hear(grace, { raised: true, for_ms: -5 });
  hear(ada, { raised: true, for_ms: 1e300 });
  expect([since('grace'), since('ada')]).toEqual([Date.now(), Date.now()]);
});
