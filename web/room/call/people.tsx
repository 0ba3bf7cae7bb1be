import { useConnectionQualityIndicator, useIsMuted } from '@livekit/components-react';
import { ConnectionQuality, type Participant, Track } from 'livekit-client';
import { CameraIcon, CameraOffIcon, MicrophoneIcon, MicrophoneOffIcon, SignalIcon } from '../../shared/icons.tsx';
import { Avatar } from '../avatar.tsx';
import { isHost, isOnStage, nameOf } from './names.ts';

export function People({ participants }: { participants: Participant[] }) {
  return (
    <ul className="people">
      {participants.map((participant) => (
        <Person key={participant.identity} participant={participant} />
      ))}
    </ul>
  );
}

function Person({ participant }: { participant: Participant }) {
  const isMuted = useIsMuted({ participant, source: Track.Source.Microphone });
  const isHidden = useIsMuted({ participant, source: Track.Source.Camera });
  const { quality } = useConnectionQualityIndicator({ participant });
  const name = nameOf(participant);
  return (
    <li className="person">
      <Avatar id={participant.identity} name={name} />
      <span className="person-name">
        {name}
        {participant.isLocal && ' (you)'}
        {isHost(participant) && <span className="tag">Host</span>}
        {!isOnStage(participant) && <span className="tag">Viewer</span>}
      </span>
      {isOnStage(participant) && (
        <>
          <Sign label={isMuted ? 'Microphone muted' : 'Microphone on'}>
            {isMuted ? <MicrophoneOffIcon /> : <MicrophoneIcon />}
          </Sign>
          <Sign label={isHidden ? 'Camera off' : 'Camera on'}>{isHidden ? <CameraOffIcon /> : <CameraIcon />}</Sign>
        </>
      )}
      {quality !== ConnectionQuality.Unknown && (
        <Sign label={qualityWords[quality]}>
          <SignalIcon bars={qualityBars[quality]} />
        </Sign>
      )}
    </li>
  );
}

function Sign({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <span className="sign" role="img" aria-label={label} title={label}>
      {children}
    </span>
  );
}

type Known = Exclude<ConnectionQuality, ConnectionQuality.Unknown>;

const qualityBars: Record<Known, 0 | 1 | 2 | 3> = { excellent: 3, good: 2, poor: 1, lost: 0 };

const qualityWords: Record<Known, string> = {
  excellent: 'Very good connection',
  good: 'Good connection',
  poor: 'Poor connection',
  lost: 'Connection lost',
};
