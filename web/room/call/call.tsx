import {
  RoomAudioRenderer,
  RoomContext,
  useAudioPlayback,
  useConnectionState,
  useParticipants,
  useRoomContext,
} from '@livekit/components-react';
import { ConnectionState, type Room, RoomEvent, Track } from 'livekit-client';
import { useEffect, useRef, useState } from 'react';
import { SoundIcon } from '../../shared/icons.tsx';
import type { Setup } from '../device-check/own-devices.ts';
import { keepChoices, recallChoices } from '../memory.ts';
import './call.css';
import { Chat } from './chat.tsx';
import { Controls } from './controls.tsx';
import { Panel } from './panel.tsx';
import { People } from './people.tsx';
import { Settings } from './settings.tsx';
import { type Layout, Stage, useStageTracks } from './stage.tsx';
import { useMessages } from './use-messages.ts';
import { type Notice, useNotices } from './use-notices.ts';
import { useOwnMedia } from './use-own-media.ts';
import { usePublish } from './use-publish.ts';
import { useShortcuts } from './use-shortcuts.ts';

export default function Call({ room, setup }: { room: Room; setup: Setup }) {
  return (
    <RoomContext.Provider value={room}>
      <InsideCall setup={setup} />
      <RoomAudioRenderer />
    </RoomContext.Provider>
  );
}

const updateOnlyOn = [
  RoomEvent.ParticipantConnected,
  RoomEvent.ParticipantDisconnected,
  RoomEvent.ParticipantNameChanged,
  RoomEvent.ParticipantAttributesChanged,
  RoomEvent.ParticipantPermissionsChanged,
];

function InsideCall({ setup }: { setup: Setup }) {
  const room = useRoomContext();
  const { notices, notify } = useNotices();
  const own = useOwnMedia(usePublish(setup, notify), notify);
  const participants = useParticipants({ updateOnlyOn });
  const tracks = useStageTracks();
  const [layout, setLayout] = useLayout(tracks.some(({ source }) => source === Track.Source.ScreenShare));
  const [panel, setPanel] = useState<'chat' | 'people'>();
  const [isSettingsOpen, setSettingsOpen] = useState(false);
  const [shortcutsOn, setShortcutsOn] = useState(recallChoices().shortcutsOff !== true);
  const { messages, unread, send } = useMessages(panel === 'chat', notify);

  const toggleLayout = () => setLayout(layout === 'grid' ? 'speaker' : 'grid');
  const togglePanel = (which: 'chat' | 'people') => setPanel(panel === which ? undefined : which);
  useShortcuts(
    {
      m: own?.microphone.toggle,
      v: own?.camera.toggle,
      c: () => togglePanel('chat'),
      p: () => togglePanel('people'),
      l: toggleLayout,
    },
    shortcutsOn,
  );

  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  return (
    <main className="call">
      <h1 ref={heading} tabIndex={-1} className="visually-hidden">
        In the hall
      </h1>
      <Banners isAlone={participants.length === 1} />
      <Stage tracks={tracks} layout={layout} />
      {panel === 'chat' && (
        <Panel title="Chat" onClose={() => setPanel(undefined)}>
          <Chat messages={messages} send={send} />
        </Panel>
      )}
      {panel === 'people' && (
        <Panel title="People" onClose={() => setPanel(undefined)}>
          <People participants={participants} />
        </Panel>
      )}
      <Notices notices={notices} />
      <Controls
        own={own}
        layout={layout}
        panel={panel}
        unread={unread}
        headcount={participants.length}
        shortcutsOn={shortcutsOn}
        onLayout={toggleLayout}
        onPanel={togglePanel}
        onSettings={() => setSettingsOpen(true)}
        onLeave={() => void room.disconnect()}
      />
      {isSettingsOpen && (
        <Settings
          hasDevices={own !== undefined}
          shortcuts={shortcutWords.filter(([letter]) => own !== undefined || !'MV'.includes(letter))}
          shortcutsOn={shortcutsOn}
          onShortcuts={(on) => {
            setShortcutsOn(on);
            keepChoices({ shortcutsOff: !on });
          }}
          onClose={() => setSettingsOpen(false)}
        />
      )}
    </main>
  );
}

const shortcutWords: [letter: string, what: string][] = [
  ['M', 'Mute or unmute the microphone'],
  ['V', 'Turn the camera on or off'],
  ['C', 'Open or close the chat'],
  ['P', 'Open or close the list of people'],
  ['L', 'Change the layout'],
];

/** Grid, until somebody shares a screen. What a person chooses holds until sharing starts or stops. */
function useLayout(isSharing: boolean): [Layout, (layout: Layout) => void] {
  const [choice, setChoice] = useState<{ layout: Layout; isSharing: boolean }>();
  const layout = choice?.isSharing === isSharing ? choice.layout : isSharing ? 'speaker' : 'grid';
  return [layout, (chosen) => setChoice({ layout: chosen, isSharing })];
}

function Banners({ isAlone }: { isAlone: boolean }) {
  const connection = useConnectionState();
  const { canPlayAudio, startAudio } = useAudioPlayback();
  const isReconnecting =
    connection === ConnectionState.Reconnecting || connection === ConnectionState.SignalReconnecting;
  return (
    <div className="banners">
      <div role="status">
        {isReconnecting && (
          <p className="banner">
            <span className="spinner" />
            Reconnecting…
          </p>
        )}
        {isAlone && !isReconnecting && <p className="banner banner-calm">You are the only one here</p>}
      </div>
      {!canPlayAudio && (
        <button type="button" className="button button-primary" onClick={() => void startAudio()}>
          <SoundIcon />
          Click to hear
        </button>
      )}
    </div>
  );
}

function Notices({ notices }: { notices: Notice[] }) {
  return (
    <div className="notices" role="status">
      {notices.map(({ id, text }) => (
        <p key={id} className="notice">
          {text}
        </p>
      ))}
    </div>
  );
}
