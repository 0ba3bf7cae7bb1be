import { useRoomContext } from '@livekit/components-react';
import { type Participant, RoomEvent } from 'livekit-client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { nameOf } from '../../shared/people.ts';
import { describeTrouble, troubleOf } from '../trouble.ts';

export interface Notice {
  id: number;
  text: string;
}

/** Says a line to the person; for longer than usual where something would be lost with it. */
export type Notify = (text: string, shownFor?: number) => void;

const usual = 5000; // milliseconds: long enough to read a line, as nothing is lost with it
const crowd = 20; // people; in a larger hall, every coming and going would be noise

/** Short lines on what happens in the call. They are shown for some seconds, and read out by screen readers. */
export function useNotices() {
  const room = useRoomContext();
  const [notices, setNotices] = useState<Notice[]>([]);
  const count = useRef(0);

  const notify = useCallback<Notify>((text, shownFor = usual) => {
    count.current += 1;
    const notice = { id: count.current, text };
    setNotices((shown) => [...shown.slice(-2), notice]);
    setTimeout(() => setNotices((shown) => shown.filter(({ id }) => id !== notice.id)), shownFor);
  }, []);

  useEffect(() => {
    const isQuiet = () => room.remoteParticipants.size <= crowd;
    const onJoin = (participant: Participant) => isQuiet() && notify(`${nameOf(participant)} joined`);
    const onLeave = (participant: Participant) => isQuiet() && notify(`${nameOf(participant)} left`);
    const onTrouble = (error: Error, kind?: MediaDeviceKind) => {
      if (kind === undefined) return; // a screen, of which its switch tells
      const { title, advice } = describeTrouble([kind === 'videoinput' ? 'camera' : 'microphone'], troubleOf(error));
      notify(`${title}. ${advice}`);
    };
    room
      .on(RoomEvent.ParticipantConnected, onJoin)
      .on(RoomEvent.ParticipantDisconnected, onLeave)
      .on(RoomEvent.MediaDevicesError, onTrouble);
    return () => {
      room
        .off(RoomEvent.ParticipantConnected, onJoin)
        .off(RoomEvent.ParticipantDisconnected, onLeave)
        .off(RoomEvent.MediaDevicesError, onTrouble);
    };
  }, [room, notify]);

  return { notices, notify };
}
