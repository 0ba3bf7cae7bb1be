import { CameraIcon, CameraOffIcon, MicrophoneIcon, MicrophoneOffIcon } from '../shared/icons.tsx';
import { RoundButton } from './round-button.tsx';

interface Props {
  on: boolean;
  busy: boolean;
  shortcut?: string | undefined;
  onClick: () => void;
}

export const MicrophoneButton = ({ on, busy, shortcut, onClick }: Props) => (
  <RoundButton
    label={on ? 'Mute microphone' : 'Unmute microphone'}
    icon={on ? <MicrophoneIcon /> : <MicrophoneOffIcon />}
    tone={on ? 'plain' : 'off'}
    shortcut={shortcut}
    disabled={busy}
    onClick={onClick}
  />
);

export const CameraButton = ({ on, busy, shortcut, onClick }: Props) => (
  <RoundButton
    label={on ? 'Turn camera off' : 'Turn camera on'}
    icon={on ? <CameraIcon /> : <CameraOffIcon />}
    tone={on ? 'plain' : 'off'}
    shortcut={shortcut}
    disabled={busy}
    onClick={onClick}
  />
);
