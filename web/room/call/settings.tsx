import { useMediaDeviceSelect } from '@livekit/components-react';
import { canChooseSpeaker } from '../device-check/use-device-list.ts';
import { DeviceSelect } from '../device-select.tsx';
import { keepChoices } from '../memory.ts';
import { Dialog } from './dialog.tsx';
import './settings.css';

export function Settings({
  hasDevices,
  onClose,
  ...keys
}: {
  /** False for a viewer. */
  hasDevices: boolean;
  shortcutsOn: boolean;
  onShortcuts: (on: boolean) => void;
  onClose: () => void;
}) {
  return (
    <Dialog title="Settings" onClose={onClose}>
      {hasDevices && <InputSelect kind="videoinput" label="Camera" choice="cameraId" />}
      {hasDevices && <InputSelect kind="audioinput" label="Microphone" choice="microphoneId" />}
      {canChooseSpeaker() && <InputSelect kind="audiooutput" label="Speaker" choice="speakerId" />}
      <div className="settings-keys">
        <label className="check-line">
          <input
            type="checkbox"
            checked={keys.shortcutsOn}
            onChange={(event) => keys.onShortcuts(event.target.checked)}
          />
          Keyboard shortcuts
        </label>
        {keys.shortcutsOn && (
          <dl className="keys">
            {shortcutWords
              .filter(([letter]) => hasDevices || !'MV'.includes(letter))
              .map(([letter, what]) => (
                <div key={letter}>
                  <dt>
                    <kbd>{letter}</kbd>
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
          </dl>
        )}
      </div>
    </Dialog>
  );
}

const shortcutWords: [letter: string, what: string][] = [
  ['M', 'Mute or unmute the microphone'],
  ['V', 'Turn the camera on or off'],
  ['C', 'Open or close the chat'],
  ['P', 'Open or close the list of people'],
  ['H', 'Raise or lower your hand'],
  ['L', 'Change the layout'],
];

function InputSelect({
  kind,
  label,
  choice,
}: {
  kind: MediaDeviceKind;
  label: string;
  choice: 'cameraId' | 'microphoneId' | 'speakerId';
}) {
  const { devices, activeDeviceId, setActiveMediaDevice } = useMediaDeviceSelect({ kind });
  return (
    <DeviceSelect
      label={label}
      devices={devices.filter((device) => device.label !== '')}
      value={activeDeviceId}
      onChange={(deviceId) => {
        keepChoices({ [choice]: deviceId });
        // A device that fails is reported by the room, as a notice; the one before it stays in use.
        setActiveMediaDevice(deviceId).catch(() => undefined);
      }}
    />
  );
}
