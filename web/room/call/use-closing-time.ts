import { useRoomContext } from '@livekit/components-react';
import { RoomEvent } from 'livekit-client';
import { useEffect } from 'react';
import type { HallView } from '../hall-view.ts';
import { ClosingTime, untilNextMark } from './closing-time.ts';
import { readMessage } from './data-message.ts';
import type { Notify } from './use-notices.ts';

const topic = 'hall.ending';
const shownFor = 20_000; // milliseconds: nobody should miss it

/** Tells of the hall's end in time: when Hall says so, or by the clock, for whoever did not get its message. */
export function useClosingTime({ hall, clockAhead }: HallView, notify: Notify) {
  const room = useRoomContext();
  const { expiresAt } = hall;
  useEffect(() => {
    const closing = new ClosingTime();
    const say = (secondsLeft: number) => {
      const words = closing.wordsAt(secondsLeft);
      if (words !== undefined) notify(words, shownFor);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watch = () => {
      const secondsLeft = (expiresAt - clockAhead - Date.now()) / 1000;
      say(secondsLeft);
      const wait = untilNextMark(secondsLeft);
      if (wait !== undefined) timer = setTimeout(watch, wait);
    };
    const onData = (payload: Uint8Array, from: unknown, _kind: unknown, received?: string) => {
      // From Hall itself: what a participant sends comes with its sender.
      if (received !== topic || from !== undefined) return;
      const secondsLeft = readMessage(payload)?.seconds_left;
      if (typeof secondsLeft === 'number') say(secondsLeft);
    };
    watch();
    room.on(RoomEvent.DataReceived, onData);
    return () => {
      clearTimeout(timer);
      room.off(RoomEvent.DataReceived, onData);
    };
  }, [room, expiresAt, clockAhead, notify]);
}
