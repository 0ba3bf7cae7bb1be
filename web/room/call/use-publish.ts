import { useRoomContext } from '@livekit/components-react';
import { LocalAudioTrack, type LocalTrack, LocalVideoTrack, Track } from 'livekit-client';
import { useEffect, useRef, useState } from 'react';
import type { Setup } from '../device-check/own-devices.ts';
import type { Kind } from '../trouble.ts';

/**
 * Sends what the device check handed over, without asking the browser for the devices a second time.
 * Returns what is on its way: it counts as on, so that nobody sees themselves muted for a moment on entering.
 */
export function usePublish(setup: Setup, notify: (text: string) => void): readonly Kind[] {
  const room = useRoomContext();
  const [pending, setPending] = useState(() => setup.tracks.map(kindOf));
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    for (const track of setup.tracks) {
      const kind = kindOf(track);
      const { local, source } = asLocalTrack(track);
      room.localParticipant
        .publishTrack(local, { source })
        .catch(() => {
          local.stop();
          notify(`Your ${kind} could not be sent. Turn it on again below.`);
        })
        .finally(() => setPending((kinds) => kinds.filter((it) => it !== kind)));
    }
  }, [room, setup, notify]);
  return pending;
}

const kindOf = (track: MediaStreamTrack): Kind => (track.kind === 'video' ? 'camera' : 'microphone');

/** "false": the track is livekit-client's own from here on, which may stop it on muting and capture it again. */
function asLocalTrack(track: MediaStreamTrack): { local: LocalTrack; source: Track.Source } {
  // livekit-client's classes don't fit its own LocalTrack under exactOptionalPropertyTypes, hence the assertions.
  return track.kind === 'video'
    ? {
        local: new LocalVideoTrack(track, track.getConstraints(), false) as LocalTrack,
        source: Track.Source.Camera,
      }
    : {
        local: new LocalAudioTrack(track, track.getConstraints(), false) as LocalTrack,
        source: Track.Source.Microphone,
      };
}
