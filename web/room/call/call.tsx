import { RoomAudioRenderer, RoomContext, useParticipants } from '@livekit/components-react';
import { RoomEvent, Track } from 'livekit-client';
import { useEffect, useRef, useState } from 'react';
import { BrandMark } from '../brand/brand-mark.tsx';
import { keepChoices, recallChoices } from '../memory.ts';
import { Banners, Notices } from './banners.tsx';
import './call.css';
import { Chat } from './chat.tsx';
import { Controls } from './controls.tsx';
import type { Call as EnteredCall } from './enter.ts';
import { InCallContext } from './in-call.ts';
import { Panel } from './panel.tsx';
import { People } from './people.tsx';
import { RecordingSign } from './recording-sign.tsx';
import { Settings } from './settings.tsx';
import { type Layout, Stage, useStageTracks } from './stage.tsx';
import { useClosingTime } from './use-closing-time.ts';
import { useHosting } from './use-hosting.tsx';
import { useMessages } from './use-messages.ts';
import { useNotices } from './use-notices.ts';
import { useOwnMedia } from './use-own-media.ts';
import { useOwnRole } from './use-own-role.ts';
import { usePublish } from './use-publish.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { useSigns } from './use-signs.ts';

export default function Call({ call, isReturning }: { call: EnteredCall; isReturning: boolean }) {
  return (
    <RoomContext.Provider value={call.room}>
      <InsideCall call={call} isReturning={isReturning} />
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

function InsideCall({ call, isReturning }: { call: EnteredCall; isReturning: boolean }) {
  const { api, view } = call.entrance;
  const { notices, notify } = useNotices();
  const own = useOwnMedia(usePublish(call.setup, notify), notify);
  const { said, isHandUp, toggleHand, react } = useSigns(call, notify);
  const { hosting, dialog } = useHosting(api, notify);
  useOwnRole(notify);
  useClosingTime(view, notify);
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
      h: toggleHand,
      l: toggleLayout,
    },
    shortcutsOn && !isReturning,
  );

  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  return (
    <InCallContext value={{ call, onManage: isReturning ? undefined : hosting?.onManage }}>
      <main className={isReturning ? 'call call-returning' : 'call'}>
        <header className="title">
          <BrandMark organisation={view.organisation} />
          <h1 ref={heading} tabIndex={-1}>
            {view.hall.name ?? <span className="visually-hidden">In the hall</span>}
          </h1>
          <RecordingSign api={api} isHost={hosting !== undefined && !isReturning} notify={notify} />
        </header>
        <Banners isAlone={participants.length === 1} isReturning={isReturning} />
        <Stage tracks={tracks} layout={layout} />
        {panel !== undefined && (
          <Panel key={panel} title={panelTitles[panel]} onClose={() => setPanel(undefined)}>
            {panel === 'chat' ? <Chat messages={messages} send={send} /> : <People participants={participants} />}
          </Panel>
        )}
        <Notices notices={notices} said={said} />
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
          isReturning={isReturning}
          isHandUp={isHandUp}
          onHand={toggleHand}
          onReact={react}
          onEnd={hosting?.onEnd}
          onLeave={call.leave}
        />
        {dialog}
        {isSettingsOpen && (
          <Settings
            hasDevices={own !== undefined}
            shortcutsOn={shortcutsOn}
            onShortcuts={(on) => {
              setShortcutsOn(on);
              keepChoices({ shortcutsOff: !on });
            }}
            onClose={() => setSettingsOpen(false)}
          />
        )}
      </main>
    </InCallContext>
  );
}

const panelTitles = { chat: 'Chat', people: 'People' };

/** Grid, until somebody shares a screen. What a person chooses holds until sharing starts or stops. */
function useLayout(isSharing: boolean): [Layout, (layout: Layout) => void] {
  const [choice, setChoice] = useState<{ layout: Layout; isSharing: boolean }>();
  const layout = choice?.isSharing === isSharing ? choice.layout : isSharing ? 'speaker' : 'grid';
  return [layout, (chosen) => setChoice({ layout: chosen, isSharing })];
}
