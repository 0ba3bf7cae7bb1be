import { useLocalParticipant, useLocalParticipantPermissions } from '@livekit/components-react';
import { useState } from 'react';
import { keepChoices } from '../memory.ts';
import type { Kind } from '../trouble.ts';

export interface Switch {
  on: boolean;
  busy: boolean;
  toggle: () => void;
}

/** One's own microphone, camera and screen, each as a switch; undefined for a viewer, who has none. */
export function useOwnMedia(pending: readonly Kind[], notify: (text: string) => void) {
  const { localParticipant, isMicrophoneEnabled, isCameraEnabled, isScreenShareEnabled } = useLocalParticipant();
  const permissions = useLocalParticipantPermissions();
  const microphone = useSwitch(isMicrophoneEnabled, pending.includes('microphone'), async (on) => {
    await localParticipant.setMicrophoneEnabled(on);
    keepChoices({ microphoneOff: !on });
  });
  const camera = useSwitch(isCameraEnabled, pending.includes('camera'), async (on) => {
    await localParticipant.setCameraEnabled(on);
    keepChoices({ cameraOff: !on });
  });
  const screen = useSwitch(isScreenShareEnabled, false, async (on) => {
    try {
      await localParticipant.setScreenShareEnabled(on, { audio: true });
    } catch (error) {
      if (!isChangeOfMind(error))
        notify('Your screen could not be shared. Your browser or computer does not allow it.');
    }
  });
  return permissions?.canPublish === false ? undefined : { microphone, camera, ...(canShareScreen() && { screen }) };
}

/** A person who closes the browser's chooser needs no message; one whose system forbids sharing does. */
const isChangeOfMind = (error: unknown) =>
  error instanceof Error && error.name === 'NotAllowedError' && !/system|policy/i.test(error.message);

function useSwitch(isEnabled: boolean, isPending: boolean, set: (on: boolean) => Promise<void>): Switch {
  const [isSetting, setSetting] = useState(false);
  const busy = isSetting || isPending;
  const toggle = () => {
    if (busy) return;
    setSetting(true);
    set(!isEnabled)
      // livekit-client reports a device that cannot be had as a room event, which becomes a notice.
      .catch(() => undefined)
      .finally(() => setSetting(false));
  };
  return { on: isEnabled || isPending, busy, toggle };
}

/** Phones cannot, though some Android browsers have the function. */
const canShareScreen = () =>
  typeof navigator.mediaDevices?.getDisplayMedia === 'function' && !/Android/.test(navigator.userAgent);
