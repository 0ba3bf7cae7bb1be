import { useRoomInfo } from '@livekit/components-react';
import { useState } from 'react';
import { type HallApi, Refused } from '../hall-api.ts';
import { isRecorded } from './is-recorded.ts';
import './recording-sign.css';
import type { Notify } from './use-notices.ts';

/** Everybody sees that the hall is being recorded; a host starts and stops it here. */
export function RecordingSign({ api, isHost, notify }: { api: HallApi; isHost: boolean; notify: Notify }) {
  const { metadata } = useRoomInfo();
  const [isAsking, setAsking] = useState(false);
  const isOn = isRecorded(metadata);
  const toggle = () => {
    setAsking(true);
    (isOn ? api.stopRecording() : api.startRecording())
      .then(() => notify(isOn ? 'The recording ends' : 'The recording begins in a moment'))
      .catch((error: unknown) => {
        const detail = error instanceof Refused ? error.message : 'Try again.';
        notify(`${isOn ? 'Stopping' : 'Starting'} the recording did not work. ${detail}`, 10_000);
      })
      .finally(() => setAsking(false));
  };
  return (
    <>
      <p className="recording" role="status">
        {isOn && 'Being recorded'}
      </p>
      {isHost && (
        <button type="button" className="button recording-switch" disabled={isAsking} onClick={toggle}>
          {isOn ? 'Stop recording' : 'Record'}
        </button>
      )}
    </>
  );
}
