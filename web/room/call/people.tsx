import { useConnectionQualityIndicator, useIsMuted } from '@livekit/components-react';
import { ConnectionQuality, type Participant, Track } from 'livekit-client';
import type { ReactNode } from 'react';
import {
  CameraIcon,
  CameraOffIcon,
  HandIcon,
  MicrophoneIcon,
  MicrophoneOffIcon,
  SignalIcon,
} from '../../shared/icons.tsx';
import { isOnStage, nameOf } from '../../shared/people.ts';
import { Avatar } from '../avatar.tsx';
import { useRaisedHands } from './in-call.ts';
import { ManageButton } from './manage-button.tsx';
import { isHost } from './roles.ts';

export function People({ participants }: { participants: Participant[] }) {
  const hands = useRaisedHands();
  const since = ({ identity }: Participant) => hands.get(identity) ?? Number.POSITIVE_INFINITY;
  // Whoever raised a hand first stands first; the sort leaves all others in their order.
  const sorted = participants.toSorted((one, other) =>
    since(one) < since(other) ? -1 : Number(since(one) > since(other)),
  );
  return (
    <ul className="people">
      {sorted.map((participant) => (
        <Person key={participant.identity} participant={participant} />
      ))}
    </ul>
  );
}

function Person({ participant }: { participant: Participant }) {
  const isMuted = useIsMuted({ participant, source: Track.Source.Microphone });
  const isHidden = useIsMuted({ participant, source: Track.Source.Camera });
  const { quality } = useConnectionQualityIndicator({ participant });
  const isHandUp = useRaisedHands().has(participant.identity);
  const name = nameOf(participant);
  return (
    <li className="person">
      <Avatar id={participant.identity} name={name} />
      <span className="person-name">
        <span>{participant.isLocal ? `${name} (you)` : name}</span>
        {isHost(participant) && <span className="tag">Host</span>}
        {!isOnStage(participant) && <span className="tag">Viewer</span>}
      </span>
      {isHandUp && (
        <Sign label="Hand raised" tone="hand">
          <HandIcon />
        </Sign>
      )}
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
      <ManageButton participant={participant} />
    </li>
  );
}

function Sign({ label, tone, children }: { label: string; tone?: 'hand'; children: ReactNode }) {
  return (
    <span className={tone === undefined ? 'sign' : `sign sign-${tone}`} role="img" aria-label={label} title={label}>
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
