import { type RemoteParticipant, Room, RoomEvent } from 'livekit-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeMessage } from './data-message.ts';
import { emojis, Reactions } from './reactions.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const grace = { identity: 'grace' } as RemoteParticipant;

const listening = () => {
  const room = new Room();
  const reactions = new Reactions(room);
  return {
    shown: () => reactions.shown.get().map(({ emoji }) => emoji),
    hear: (emoji: unknown, from: RemoteParticipant | undefined = grace) =>
      room.emit(RoomEvent.DataReceived, writeMessage({ emoji }), from, undefined, 'hall.reaction'),
  };
};

test('a reaction is shown for some seconds', () => {
  const { hear, shown } = listening();
  hear('👏');
  expect(shown()).toEqual(['👏']);
  vi.advanceTimersByTime(10_000);
  expect(shown()).toEqual([]);
});

test('nobody covers the picture with them', () => {
  const { hear, shown } = listening();
  for (let times = 0; times < 50; times += 1) hear('🎉');
  expect(shown()).toHaveLength(5);
});

test('nothing but the six is shown', () => {
  const { hear, shown } = listening();
  for (const other of ['<b>', '👏👏', 'toString', '__proto__', 1, null, {}]) hear(other);
  expect(shown()).toEqual([]);
  expect(emojis).toHaveLength(6);
});
