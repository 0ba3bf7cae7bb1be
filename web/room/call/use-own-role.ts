import { useRoomContext } from '@livekit/components-react';
import { ParticipantEvent } from 'livekit-client';
import { useEffect } from 'react';
import type { Role } from '../hall-view.ts';
import { roleOf } from './roles.ts';
import type { Notify } from './use-notices.ts';

const words: Record<Role, string> = {
  host: 'You are a host now: you can mute and remove others, and end the hall.',
  participant: 'You are a participant now: you can turn on your camera and microphone.',
  viewer: 'You are a viewer now: your camera and microphone are off.',
};

/** Says when somebody has changed one's role. Whoever becomes a viewer stops sending, whatever the server does. */
export function useOwnRole(notify: Notify) {
  const { localParticipant } = useRoomContext();
  useEffect(() => {
    let role = roleOf(localParticipant);
    const check = () => {
      if (localParticipant.permissions?.canPublish === false) stopSending();
      const now = roleOf(localParticipant);
      if (now !== role) notify(words[now], 10_000);
      role = now;
    };
    const stopSending = () => {
      for (const { track } of localParticipant.trackPublications.values()) {
        if (track !== undefined) localParticipant.unpublishTrack(track, true).catch(() => undefined);
      }
    };
    localParticipant
      .on(ParticipantEvent.AttributesChanged, check)
      .on(ParticipantEvent.ParticipantPermissionsChanged, check);
    return () => {
      localParticipant
        .off(ParticipantEvent.AttributesChanged, check)
        .off(ParticipantEvent.ParticipantPermissionsChanged, check);
    };
  }, [localParticipant, notify]);
}
