import {
  ChatIcon,
  GridIcon,
  LeaveIcon,
  PeopleIcon,
  ScreenIcon,
  ScreenStopIcon,
  SettingsIcon,
  SpeakerViewIcon,
} from '../../shared/icons.tsx';
import { CameraButton, MicrophoneButton } from '../media-buttons.tsx';
import { RoundButton } from '../round-button.tsx';
import type { Layout } from './stage.tsx';
import type { useOwnMedia } from './use-own-media.ts';

export function Controls({
  own,
  layout,
  panel,
  unread,
  headcount,
  shortcutsOn,
  onLayout,
  onPanel,
  onSettings,
  onLeave,
}: {
  own: ReturnType<typeof useOwnMedia>;
  layout: Layout;
  panel: 'chat' | 'people' | undefined;
  unread: number;
  headcount: number;
  shortcutsOn: boolean;
  onLayout: () => void;
  onPanel: (which: 'chat' | 'people') => void;
  onSettings: () => void;
  onLeave: () => void;
}) {
  const key = (letter: string) => (shortcutsOn ? letter : undefined);
  return (
    <footer className="bar">
      <fieldset className="controls controls-own" aria-label="Your call">
        {own !== undefined && (
          <>
            <MicrophoneButton {...own.microphone} shortcut={key('M')} onClick={own.microphone.toggle} />
            <CameraButton {...own.camera} shortcut={key('V')} onClick={own.camera.toggle} />
            {own.screen !== undefined && (
              <RoundButton
                label={own.screen.on ? 'Stop sharing your screen' : 'Share your screen'}
                icon={own.screen.on ? <ScreenStopIcon /> : <ScreenIcon />}
                tone={own.screen.on ? 'active' : 'plain'}
                disabled={own.screen.busy}
                onClick={own.screen.toggle}
              />
            )}
          </>
        )}
        <RoundButton label="Leave" icon={<LeaveIcon />} tone="danger" onClick={onLeave} />
      </fieldset>
      <fieldset className="controls controls-view" aria-label="View">
        <RoundButton
          label={layout === 'grid' ? 'Show the speaker large' : 'Show everyone in a grid'}
          icon={layout === 'grid' ? <SpeakerViewIcon /> : <GridIcon />}
          shortcut={key('L')}
          onClick={onLayout}
        />
        <RoundButton
          label={`People, ${headcount}`}
          icon={<PeopleIcon />}
          count={headcount}
          tone={panel === 'people' ? 'active' : 'plain'}
          expanded={panel === 'people'}
          shortcut={key('P')}
          onClick={() => onPanel('people')}
        />
        <RoundButton
          label="Chat"
          icon={<ChatIcon />}
          tone={panel === 'chat' ? 'active' : 'plain'}
          expanded={panel === 'chat'}
          shortcut={key('C')}
          badge={unread}
          onClick={() => onPanel('chat')}
        />
        <RoundButton label="Settings" icon={<SettingsIcon />} onClick={onSettings} />
      </fieldset>
    </footer>
  );
}
