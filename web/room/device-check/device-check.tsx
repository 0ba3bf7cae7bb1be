import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Avatar } from '../avatar.tsx';
import { BrandMark } from '../brand/brand-mark.tsx';
import { DeviceSelect } from '../device-select.tsx';
import type { HallView } from '../hall-view.ts';
import { CameraButton, MicrophoneButton } from '../media-buttons.tsx';
import { type Choices, recallChoices } from '../memory.ts';
import { describeTrouble, type Kind, type Trouble } from '../trouble.ts';
import type { Entrance } from '../visit.ts';
import './device-check.css';
import { LevelMeter } from './level-meter.tsx';
import { type Device, type Devices, OwnDevices, type Setup } from './own-devices.ts';
import { canChooseSpeaker, useDeviceList } from './use-device-list.ts';

/** What people see before they are seen: their own picture, their own sound, and the button that takes them in. */
export function DeviceCheck({
  entrance,
  entering,
  onJoin,
}: {
  entrance: Entrance;
  entering: boolean;
  onJoin: (setup: Promise<Setup>) => void;
}) {
  const { name } = entrance.view.participant;
  const [own] = useState(() => new OwnDevices(recallChoices()));
  const { devices, choices } = useSyncExternalStore(own.subscribe, () => own.state);
  useEffect(() => {
    void own.start();
    return () => own.close();
  }, [own]);

  return (
    <main className="check">
      <Preview
        entrance={entrance}
        devices={devices}
        disabled={entering}
        onToggle={(kind) => (devices[kind].state === 'on' ? own.turnOff(kind) : void own.turnOn([kind]))}
      />
      <div className="check-side">
        <div>
          <Greeting view={entrance.view} heading="Ready to join?">
            {name === '' ? (
              'Check how you look and sound.'
            ) : (
              <>
                Others will see you as <strong>{name}</strong>.
              </>
            )}
          </Greeting>
          <Troubles devices={devices} onRetry={(kinds) => void own.turnOn(kinds)} />
        </div>
        <DeviceSelects own={own} devices={devices} choices={choices} />
        <div className="check-foot">
          <JoinButton entering={entering} onClick={() => onJoin(own.handOver())} />
        </div>
      </div>
    </main>
  );
}

/** A viewer brings nothing along, and so has nothing to check. */
export function ViewerCheck({
  entrance,
  entering,
  onJoin,
}: {
  entrance: Entrance;
  entering: boolean;
  onJoin: (setup: Promise<Setup>) => void;
}) {
  const { name } = entrance.view.participant;
  return (
    <main className="check check-viewer">
      <div className="check-side">
        <div>
          <Greeting view={entrance.view} heading="Ready to watch?">
            You will see and hear everyone, and you can write in the chat
            {name === '' ? (
              ''
            ) : (
              <>
                {' '}
                as <strong>{name}</strong>
              </>
            )}
            . Your camera and microphone stay off.
          </Greeting>
        </div>
        <JoinButton entering={entering} onClick={() => onJoin(Promise.resolve({ tracks: [] }))} />
      </div>
    </main>
  );
}

function Greeting({
  view: { hall, organisation },
  heading,
  children,
}: {
  view: HallView;
  heading: string;
  children: ReactNode;
}) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <>
      <div className="check-brand">
        <BrandMark organisation={organisation} />
      </div>
      <h1 ref={title} tabIndex={-1}>
        {heading}
      </h1>
      {hall.name !== undefined && <p className="check-hall">{hall.name}</p>}
      <p className="check-greeting">{children}</p>
    </>
  );
}

function JoinButton({ entering, onClick }: { entering: boolean; onClick: () => void }) {
  return (
    <button type="button" className="button button-primary check-join" disabled={entering} onClick={onClick}>
      {entering ? (
        <>
          <span className="spinner" />
          Joining…
        </>
      ) : (
        'Join'
      )}
    </button>
  );
}

function Preview({
  entrance: { invitation, view },
  devices: { camera, microphone },
  disabled,
  onToggle,
}: {
  entrance: Entrance;
  devices: Devices;
  disabled: boolean;
  onToggle: (kind: Kind) => void;
}) {
  const isBusy = (device: Device) => disabled || device.state === 'asking';
  return (
    <section className="preview" aria-label="Your camera">
      {camera.state === 'on' ? (
        <OwnPicture track={camera.track} />
      ) : (
        <div className="preview-empty">
          <Avatar id={invitation.participantId} name={view.participant.name} />
          <p>{previewWords[camera.state]}</p>
        </div>
      )}
      <div className="preview-buttons">
        <MicrophoneButton
          on={microphone.state === 'on'}
          busy={isBusy(microphone)}
          onClick={() => onToggle('microphone')}
        />
        <CameraButton on={camera.state === 'on'} busy={isBusy(camera)} onClick={() => onToggle('camera')} />
      </div>
    </section>
  );
}

const previewWords = {
  off: 'Your camera is off',
  asking: 'Allow your camera and microphone when the browser asks',
  failed: 'Your camera is off',
};

function OwnPicture({ track }: { track: MediaStreamTrack }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current !== null) video.current.srcObject = new MediaStream([track]);
  }, [track]);
  const isMirrored = track.getSettings().facingMode !== 'environment';
  return <video ref={video} className={isMirrored ? 'mirrored' : ''} autoPlay playsInline muted />;
}

/** What is wrong, and what to do: said once where camera and microphone suffer from the same. */
function Troubles({ devices, onRetry }: { devices: Devices; onRetry: (kinds: Kind[]) => void }) {
  return (
    <div role="status">
      {groupTroubles(devices).map(({ kinds, trouble }) => {
        const { title, advice } = describeTrouble(kinds, trouble);
        return (
          <div key={trouble} className="trouble">
            <h2>{title}</h2>
            <p>
              {advice} You can also join without {kinds.length > 1 ? 'them' : 'it'}.
            </p>
            {trouble !== 'insecure' && (
              <button type="button" className="button button-small" onClick={() => onRetry(kinds)}>
                Try again
              </button>
            )}
          </div>
        );
      })}
    </div>
  );
}

function groupTroubles({ camera, microphone }: Devices): { kinds: Kind[]; trouble: Trouble }[] {
  const [cameraTrouble, microphoneTrouble] = [camera, microphone].map((it) =>
    it.state === 'failed' ? it.trouble : null,
  );
  if (cameraTrouble && cameraTrouble === microphoneTrouble) {
    return [{ kinds: ['camera', 'microphone'], trouble: cameraTrouble }];
  }
  return [
    ...(cameraTrouble ? [{ kinds: ['camera' as const], trouble: cameraTrouble }] : []),
    ...(microphoneTrouble ? [{ kinds: ['microphone' as const], trouble: microphoneTrouble }] : []),
  ];
}

function DeviceSelects({
  own,
  devices: { camera, microphone },
  choices,
}: {
  own: OwnDevices;
  devices: Devices;
  choices: Choices;
}) {
  const permission = `${camera.state} ${microphone.state}`;
  const cameras = useDeviceList('videoinput', permission);
  const microphones = useDeviceList('audioinput', permission);
  const speakers = useDeviceList('audiooutput', permission);
  return (
    <div className="check-devices">
      <DeviceSelect
        label="Camera"
        devices={cameras}
        value={usedBy(camera) ?? choices.cameraId}
        onChange={(id) => void own.choose('camera', id)}
      />
      <DeviceSelect
        label="Microphone"
        devices={microphones}
        value={usedBy(microphone) ?? choices.microphoneId}
        onChange={(id) => void own.choose('microphone', id)}
      />
      {microphone.state === 'on' && <LevelMeter track={microphone.track} />}
      {canChooseSpeaker() && (
        <DeviceSelect
          label="Speaker"
          devices={speakers}
          value={choices.speakerId}
          onChange={(id) => own.chooseSpeaker(id)}
        />
      )}
    </div>
  );
}

const usedBy = (device: Device) => (device.state === 'on' ? device.track.getSettings().deviceId : undefined);
