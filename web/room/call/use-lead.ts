import { type TrackReferenceOrPlaceholder, useSpeakingParticipants } from '@livekit/components-react';
import { Track } from 'livekit-client';
import { useState } from 'react';

/** Who stands large in the speaker layout: a shared screen, else whoever of the others spoke last. `tracks` is not empty. */
export function useLead(tracks: TrackReferenceOrPlaceholder[]): TrackReferenceOrPlaceholder {
  const speaker = useSpeakingParticipants().find((participant) => !participant.isLocal)?.identity;
  const [lastSpeaker, setLastSpeaker] = useState(speaker);
  if (speaker !== undefined && speaker !== lastSpeaker) setLastSpeaker(speaker);

  const others = tracks.filter(({ participant }) => !participant.isLocal);
  const lead =
    others.find(({ source }) => source === Track.Source.ScreenShare) ??
    others.find(({ participant }) => participant.identity === lastSpeaker) ??
    others[0] ??
    tracks[0];
  if (lead === undefined) throw new Error('A stage without tracks has no lead.');
  return lead;
}
