import {
  isTrackReference,
  type TrackReferenceOrPlaceholder,
  useConnectionQualityIndicator,
  useFacingMode,
  useIsMuted,
  useIsSpeaking,
  useParticipantInfo,
  VideoTrack,
} from '@livekit/components-react';
import { ConnectionQuality, Track } from 'livekit-client';
import { HandIcon, MicrophoneOffIcon, ScreenIcon, SignalIcon } from '../../shared/icons.tsx';
import { nameOf } from '../../shared/people.ts';
import { Avatar } from '../avatar.tsx';
import { FloatingReactions } from './floating-reactions.tsx';
import { useRaisedHands } from './in-call.ts';
import { ManageButton } from './manage-button.tsx';
import './tile.css';

export function Tile({ of }: { of: TrackReferenceOrPlaceholder }) {
  return of.source === Track.Source.ScreenShare ? <ScreenTile of={of} /> : <CameraTile of={of} />;
}

function CameraTile({ of }: { of: TrackReferenceOrPlaceholder }) {
  const { participant } = of;
  const isMuted = useIsMuted({ participant, source: Track.Source.Microphone });
  const isHidden = useIsMuted(of);
  const isSpeaking = useIsSpeaking(participant);
  const isMirrored = useFacingMode(of) !== 'environment' && participant.isLocal;
  const { quality } = useConnectionQualityIndicator({ participant });
  const isWeak = quality === ConnectionQuality.Poor || quality === ConnectionQuality.Lost;
  useParticipantInfo({ participant }); // renders anew when the name changes
  const isHandUp = useRaisedHands().has(participant.identity);
  const name = nameOf(participant);

  return (
    <section
      className={`tile ${isSpeaking && !isMuted ? 'tile-speaking' : ''}`}
      aria-label={participant.isLocal ? `${name} (you)` : name}
      data-participant={participant.identity}
      data-source="camera"
    >
      {/* Also behind a picture, which may be on its way still. */}
      <Avatar id={participant.identity} name={name} />
      {isTrackReference(of) && !isHidden && <VideoTrack trackRef={of} className={isMirrored ? 'mirrored' : ''} />}
      <p className="plate">
        {isMuted && <MicrophoneOffIcon />}
        <span className="plate-name">{participant.isLocal ? `${name} (you)` : name}</span>
        {isMuted && <span className="visually-hidden">, microphone muted</span>}
        {isWeak && <SignalIcon bars={quality === ConnectionQuality.Lost ? 0 : 1} />}
        {isWeak && <span className="visually-hidden">, poor connection</span>}
      </p>
      {isHandUp && (
        <p className="tile-hand">
          <HandIcon />
          <span className="visually-hidden">Hand raised</span>
        </p>
      )}
      <FloatingReactions identity={participant.identity} />
      <ManageButton participant={participant} />
    </section>
  );
}

function ScreenTile({ of }: { of: TrackReferenceOrPlaceholder }) {
  const { participant } = of;
  const title = participant.isLocal ? 'Your screen' : `${nameOf(participant)}’s screen`;
  return (
    <section
      className="tile tile-screen"
      aria-label={title}
      data-participant={participant.identity}
      data-source="screen"
    >
      {participant.isLocal ? (
        // One's own screen, shown on one's own screen, would show itself without end.
        <p className="tile-words">
          <ScreenIcon />
          You are sharing your screen
        </p>
      ) : (
        <>
          {isTrackReference(of) && <VideoTrack trackRef={of} />}
          <p className="plate">
            <span className="plate-name">{title}</span>
          </p>
        </>
      )}
    </section>
  );
}
