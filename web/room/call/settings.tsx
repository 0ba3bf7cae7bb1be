import { useMediaDeviceSelect } from '@livekit/components-react';
import { useEffect, useRef } from 'react';
import { CloseIcon } from '../../shared/icons.tsx';
import { canChooseSpeaker } from '../device-check/use-device-list.ts';
import { DeviceSelect } from '../device-select.tsx';
import { keepChoices } from '../memory.ts';
import { RoundButton } from '../round-button.tsx';
import './settings.css';

export function Settings({
  hasDevices,
  shortcuts,
  onClose,
  ...keys
}: {
  /** False for a viewer. */
  hasDevices: boolean;
  /** Each letter with what it does. */
  shortcuts: [letter: string, what: string][];
  shortcutsOn: boolean;
  onShortcuts: (on: boolean) => void;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} className="settings" aria-labelledby="settings-title" onClose={onClose}>
      <header className="panel-head">
        <h2 id="settings-title">Settings</h2>
        <RoundButton label="Close settings" icon={<CloseIcon />} onClick={() => dialog.current?.close()} />
      </header>
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
            {shortcuts.map(([letter, what]) => (
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
    </dialog>
  );
}

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
